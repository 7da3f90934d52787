import { once } from 'node:events'
import { createServer } from 'node:http'

export type Span = {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  attributes: string
}

/** `bodies`: raw request bodies. */
type Collector = { url: string; spans: Span[]; bodies: string[]; stop(): void }

type Export = {
  resourceSpans: { scopeSpans: { spans: (Omit<Span, 'attributes'> & { attributes: unknown })[] }[] }[]
}

/** Receives traces as an OpenTelemetry collector does (OTLP over HTTP, JSON). */
export async function startCollector(): Promise<Collector> {
  const spans: Span[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    bodies.push(text)
    const body = JSON.parse(text) as Export
    for (const span of body.resourceSpans.flatMap(r => r.scopeSpans.flatMap(s => s.spans)))
      spans.push({ ...span, parentSpanId: span.parentSpanId ?? '', attributes: JSON.stringify(span.attributes) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, spans, bodies, stop: () => void server.close() }
}

/** Span names from the root to this span. */
export function path(spans: Span[], leaf: Span): string[] {
  const parent = spans.find(s => s.spanId === leaf.parentSpanId)
  return parent ? [...path(spans, parent), leaf.name] : [leaf.name]
}
