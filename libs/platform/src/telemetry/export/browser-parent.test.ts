import { ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace'
import { BrowserParent } from './browser-parent.ts'
import { keepsTrace } from './sampling.ts'

const id = '0af7651916cd43dd8448eb211c80319c'
const ours = {
  traceparent: `00-${id}-b7ad6b7169203331-01`,
  'sec-fetch-site': 'same-origin',
  cookie: 'theme=dark; daymark_session=abc',
}
const parentOf = (headers: object, keeps = () => true) =>
  trace.getSpanContext(new BrowserParent(keeps).extract(ROOT_CONTEXT, headers))

it('our own page, with somebody signed in, begins a trace; over HTTPS too', () => {
  for (const cookie of [ours.cookie, '__Host-daymark_session=abc'])
    expect(parentOf({ ...ours, cookie })).toMatchObject({ traceId: id, spanId: 'b7ad6b7169203331', traceFlags: 1 })
})

it.each([
  ['another page', { 'sec-fetch-site': 'cross-site' }],
  ['a program', { 'sec-fetch-site': undefined }],
  ['a visitor', { cookie: 'daymark_gallery_x=1' }],
  ['nobody', { cookie: undefined }],
  ['one that says nothing of it', { traceparent: undefined }],
  ['one that says it twice', { traceparent: [ours.traceparent, ours.traceparent] }],
  ['one with another form', { traceparent: `01-${id}-b7ad6b7169203331-01` }],
  ['one with an empty id', { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` }],
])('%s does not', (_, other) => expect(parentOf({ ...ours, ...other })).toBeUndefined())

it('whether a trace is kept is decided here, and by the settings for all others', () => {
  const keeps = (env: Record<string, string>) => keepsTrace(env, TraceIdRatioBasedSampler)
  expect(parentOf(ours, () => false)).toMatchObject({ traceFlags: 0 })
  const sampler = 'parentbased_traceidratio'
  expect(keeps({})(id)).toBe(true)
  expect(keeps({ OTEL_TRACES_SAMPLER: 'always_off' })(id)).toBe(false)
  expect(keeps({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0' })(id)).toBe(false)
  expect(keeps({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '1' })(id)).toBe(true)
})
