import { context as otel, INVALID_SPAN_CONTEXT, trace } from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace'
import { context } from './context.ts'
import { beginStatementSpan, isTraced, runInSpan } from './tracing.ts'
import { filterAllSpans } from './safe-spans.ts'

const SAMPLED_TRACEPARENT = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`
const UNSAMPLED_TRACEPARENT = `00-${'c3'.repeat(16)}-${'d4'.repeat(8)}-00`

describe('spans', () => {
  const exporter = new InMemorySpanExporter()
  const sdk = new NodeSDK({
    autoDetectResources: false,
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  })
  beforeAll(() => {
    sdk.start()
    filterAllSpans()
  })
  beforeEach(() => exporter.reset())
  afterAll(() => sdk.shutdown())
  const findSpan = (name: string) => exporter.getFinishedSpans().find(one => one.name === name)

  it('a statement of a sampled trace is a child span of the calling work', async () => {
    await runInSpan('work', { traceparent: SAMPLED_TRACEPARENT }, async () => {
      expect(isTraced()).toBe(true)
      beginStatementSpan('SELECT 1')?.()
    })
    const [work, statement] = [findSpan('work'), findSpan('pg.query:SELECT')]
    expect(statement?.parentSpanContext?.spanId).toBe(work?.spanContext().spanId)
    expect(statement?.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.query.text': 'SELECT 1',
    })
  })

  it('an unsampled trace creates no spans and propagates its trace id', async () => {
    const seen = await runInSpan('work', { traceparent: UNSAMPLED_TRACEPARENT }, () =>
      runInSpan('inside', {}, async () => {
        expect(beginStatementSpan('SELECT 1')).toBeUndefined()
        return trace.getActiveSpan()?.spanContext()
      }),
    )
    expect(seen).toMatchObject({ traceId: 'c3'.repeat(16), spanId: 'd4'.repeat(8), traceFlags: 0 })
    expect(exporter.getFinishedSpans()).toEqual([])
  })

  it('an invalid span context is no trace in logs and messages', async () => {
    await otel.with(trace.setSpanContext(otel.active(), INVALID_SPAN_CONTEXT), async () => {
      expect([context.trace(), context.traceparent()]).toEqual([undefined, undefined])
    })
    await runInSpan('work', { traceparent: SAMPLED_TRACEPARENT }, async () =>
      expect(context.trace()?.traceId).toBe('a1'.repeat(16)),
    )
  })

  it('the span of a failed statement contains the code and no values', async () => {
    const about = { code: '23505', detail: 'Key (email)=(anna@daymark.test) already exists.' }
    const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), about)
    await runInSpan('work', { traceparent: SAMPLED_TRACEPARENT }, async () =>
      beginStatementSpan('INSERT INTO users VALUES ($1)')?.(error),
    )
    const failed = findSpan('pg.query:INSERT')
    expect(failed?.attributes['db.response.status_code']).toBe('23505')
    expect(failed?.status).toEqual({ code: 2 })
    expect(JSON.stringify([failed?.attributes, failed?.events, failed?.status])).not.toContain('anna')
  })

  it('attributes that are not listed are removed from every span', async () => {
    await runInSpan('work', { traceparent: SAMPLED_TRACEPARENT }, async () => {
      const active = trace.getActiveSpan()
      active?.setAttributes({ 'url.full': 'https://studio.test/share/secret', 'http.route': '/share/:token' })
      active?.setAttribute('server.address', 'studio.test')
      active?.setStatus({ code: 2, message: 'https://studio.test' })
    })
    expect(findSpan('work')?.attributes).toEqual({ 'http.route': '/share/:token' })
    expect(findSpan('work')?.status).toEqual({ code: 2 })
  })
})
