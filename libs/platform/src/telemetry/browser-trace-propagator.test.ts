import { ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace'
import { BrowserTracePropagator, createTraceSampler } from './browser-trace-propagator.ts'

const id = '0af7651916cd43dd8448eb211c80319c'
const sameOriginHeaders = {
  traceparent: `00-${id}-b7ad6b7169203331-01`,
  'sec-fetch-site': 'same-origin',
  cookie: 'theme=dark; daymark_session=abc',
}
const extractParent = (headers: object, isSampled = () => true) =>
  trace.getSpanContext(new BrowserTracePropagator(isSampled).extract(ROOT_CONTEXT, headers))

it('a page of this installation with a signed-in user can start a trace, over HTTP and HTTPS', () => {
  for (const cookie of [sameOriginHeaders.cookie, '__Host-daymark_session=abc'])
    expect(extractParent({ ...sameOriginHeaders, cookie })).toMatchObject({
      traceId: id,
      spanId: 'b7ad6b7169203331',
      traceFlags: 1,
    })
})

it.each([
  ['another origin', { 'sec-fetch-site': 'cross-site' }],
  ['a program', { 'sec-fetch-site': undefined }],
  ['a visitor', { cookie: 'daymark_gallery_x=1' }],
  ['a request without cookies', { cookie: undefined }],
  ['a request without traceparent', { traceparent: undefined }],
  [
    'a request with two traceparent headers',
    { traceparent: [sameOriginHeaders.traceparent, sameOriginHeaders.traceparent] },
  ],
  ['a traceparent of another version', { traceparent: `01-${id}-b7ad6b7169203331-01` }],
  ['a traceparent with an empty id', { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` }],
])('%s cannot start a trace', (_, other) => expect(extractParent({ ...sameOriginHeaders, ...other })).toBeUndefined())

it('the sampler setting decides whether a trace of a browser is sampled', () => {
  const createSampler = (env: Record<string, string>) => createTraceSampler(env, TraceIdRatioBasedSampler)
  expect(extractParent(sameOriginHeaders, () => false)).toMatchObject({ traceFlags: 0 })
  const sampler = 'parentbased_traceidratio'
  expect(createSampler({})(id)).toBe(true)
  expect(createSampler({ OTEL_TRACES_SAMPLER: 'always_off' })(id)).toBe(false)
  expect(createSampler({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0' })(id)).toBe(false)
  expect(createSampler({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '1' })(id)).toBe(true)
})
