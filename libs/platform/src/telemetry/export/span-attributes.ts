import type { Attributes } from '@opentelemetry/api'

/**
 * All that a span may say. Instrumentations add addresses (with tokens of links and names of files), hosts (custom domains, receivers
 * of webhooks), peers and user agents: what is not named here stays out.
 */
const NAMED = new Set([
  ...['http.request.method', 'http.response.status_code', 'http.route', 'error.type'],
  ...['network.protocol.version', 'url.scheme'],
  ...['db.system.name', 'db.system', 'db.namespace', 'db.operation.name', 'db.query.text', 'db.statement'],
  ...['db.response.status_code', 'rpc.method', 'messaging.destination.name', 'messaging.consumer.group.name'],
])
const OURS = 'daymark.'

export const isSafeAttribute = (name: string): boolean => NAMED.has(name) || name.startsWith(OURS)

export function safeAttributes(attributes: Attributes = {}): Attributes {
  const safe: Attributes = {}
  for (const name in attributes) if (isSafeAttribute(name)) safe[name] = attributes[name]
  return safe
}
