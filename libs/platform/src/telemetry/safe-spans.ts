import {
  type Attributes,
  type Exception,
  ProxyTracerProvider,
  type Span,
  type SpanStatus,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { redactMessage, redactStack } from './safe-error.ts'

/**
 * The attributes that a span may have. Instrumentations add addresses (with link tokens and file names), hosts (custom domains, webhook
 * receivers), peers and user agents; all attributes that are not listed are removed.
 */
const ALLOWED_ATTRIBUTES = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'error.type',
  'network.protocol.version',
  'url.scheme',
  'db.system.name',
  'db.system',
  'db.namespace',
  'db.operation.name',
  'db.query.text',
  'db.statement',
  'db.response.status_code',
  'rpc.method',
  'messaging.destination.name',
  'messaging.consumer.group.name',
])
const OWN_PREFIX = 'daymark.'

const isSafeAttribute = (name: string): boolean => ALLOWED_ATTRIBUTES.has(name) || name.startsWith(OWN_PREFIX)

function filterAttributes(attributes: Attributes = {}): Attributes {
  const filtered: Attributes = {}
  for (const name in attributes) if (isSafeAttribute(name)) filtered[name] = attributes[name]
  return filtered
}

/** Filters status, events and attributes of all spans, because instrumentations add messages, errors and addresses to them. */
export function filterAllSpans(): void {
  const proxy = trace.getTracerProvider()
  if (!(proxy instanceof ProxyTracerProvider)) return
  const provider = proxy.getDelegate()
  const getTracer = provider.getTracer.bind(provider)
  const guardedTracers = new WeakSet<Tracer>()
  provider.getTracer = (...args) => {
    const tracer = getTracer(...args)
    if (!guardedTracers.has(tracer)) filterSpans(tracer)
    guardedTracers.add(tracer)
    return tracer
  }
}

function filterSpans(tracer: Tracer): void {
  const startSpan = tracer.startSpan.bind(tracer)
  tracer.startSpan = (name, options, context) => {
    const startedSpan = startSpan(
      name,
      options && { ...options, attributes: filterAttributes(options.attributes) },
      context,
    )
    if (startedSpan.isRecording()) filterSpanClass(startedSpan)
    return startedSpan
  }
}

const filteredClasses = new WeakSet<object>()

/** Patches the class of the span once; patching each span would cost as much as the span. */
function filterSpanClass(span: Span): void {
  const spanPrototype = Object.getPrototypeOf(span) as Span
  if (filteredClasses.has(spanPrototype)) return
  filteredClasses.add(spanPrototype)
  const { setStatus, recordException, setAttribute } = spanPrototype
  spanPrototype.setStatus = function (this: Span, status: SpanStatus) {
    return setStatus.call(this, { code: status.code })
  }
  spanPrototype.recordException = function (this: Span, error, time) {
    recordException.call(this, redactException(error), time)
  }
  spanPrototype.setAttribute = function (this: Span, name, value) {
    return isSafeAttribute(name) ? setAttribute.call(this, name, value) : this
  }
  spanPrototype.setAttributes = function (this: Span, attributes) {
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined) this.setAttribute(name, value)
    return this
  }
}

/** Returns the parts of an error that a span may contain. */
export function redactException(error: Exception): Exception {
  if (typeof error === 'string') return redactMessage(error)
  const { name, code } = error as { name?: string; code?: string | number }
  return {
    name: name ?? 'Error',
    ...(code !== undefined && { code }),
    message: redactMessage(error),
    stack: redactStack(error as Error),
  } as Exception
}
