/** The resources that a `subscriptions/listen` request names, as far as it has the right form. */
export function requestedUris(message: unknown): string[] {
  const { params } = (message ?? {}) as { params?: { notifications?: unknown } };
  const { resourceSubscriptions } = (params?.notifications ?? {}) as Record<string, unknown>;
  if (!Array.isArray(resourceSubscriptions)) return [];
  return resourceSubscriptions.filter((uri) => typeof uri === "string");
}
