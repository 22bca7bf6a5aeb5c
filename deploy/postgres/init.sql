-- Prepares a PostgreSQL for Trovella, as its administrator: a login that owns one database and that row-level security
-- binds, and the role that requests run as.
--
--   TROVELLA_DATABASE_PASSWORD=… psql --no-psqlrc -v ON_ERROR_STOP=1 -f deploy/postgres/init.sql postgres

\set ON_ERROR_STOP on
\getenv password TROVELLA_DATABASE_PASSWORD
\if :{?password}
\else
  \warn 'Set TROVELLA_DATABASE_PASSWORD first.'
  DO $$ BEGIN RAISE EXCEPTION 'no password'; END $$;
\endif

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app_tenant') THEN
    CREATE ROLE app_tenant NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
  END IF;
END $$;

CREATE ROLE trovella_server LOGIN PASSWORD :'password'
  NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
GRANT app_tenant TO trovella_server;
CREATE DATABASE trovella OWNER trovella_server;
REVOKE ALL ON DATABASE trovella FROM PUBLIC;
