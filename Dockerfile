# syntax=docker/dockerfile:1

# What is built: the console, the board, and whatever else `npm run build` makes.
FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
COPY apps ./apps
COPY scripts ./scripts
RUN npm ci --ignore-scripts \
  && mkdir -p apps/server/dist \
  && npm run build

# What the server needs at run time. No package runs a script of its own.
FROM node:22-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
COPY apps ./apps
RUN npm ci --omit=dev --ignore-scripts --workspace trovella

FROM node:22-slim
ENV NODE_ENV=production \
    TROVELLA_MODE=team \
    TROVELLA_DATA_DIR=/var/lib/trovella \
    HOST=0.0.0.0 \
    PORT=4737 \
    npm_config_cache=/tmp/npm
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=dependencies /app/packages ./packages
COPY --from=dependencies /app/apps/server ./apps/server
COPY skills ./skills
COPY --from=build /app/apps/console/dist ./apps/console/dist
COPY --from=build /app/apps/board/dist ./apps/board/dist
COPY --from=build /app/apps/server/dist ./apps/server/dist
RUN install -d -o node -g node -m 0700 /var/lib/trovella
USER node
VOLUME /var/lib/trovella
EXPOSE 4737
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "apps/server/bin/trovella.mjs"]
CMD ["serve"]
