import { TestEnvironment as JSDOMEnvironment } from 'jest-environment-jsdom'

/**
 * A Request without a signal. The router creates a Request with a signal of jsdom, which Node's Request does not accept, and jsdom does not
 * accept signals of Node.
 */
class SignallessRequest extends Request {
  constructor(input, { signal: _, ...init } = {}) {
    super(input, init)
  }
}

const setTimeZone = zone => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
}

/**
 * jsdom with the network and encoding interfaces of Node that it lacks. MessageChannel and BroadcastChannel are not added, because jest
 * would hang.
 */
export default class BrowserEnvironment extends JSDOMEnvironment {
  constructor(config, context) {
    super(config, context)
    const missingInterfaces = {
      fetch,
      Request: SignallessRequest,
      Response,
      Headers,
      TextEncoder,
      TextDecoder,
      structuredClone,
    }
    for (const [name, value] of Object.entries(missingInterfaces)) this.global[name] ??= value
    computeInlineStyles(this.global)
    this.timeZone = config.projectConfig.testEnvironmentOptions.timeZone
  }

  /** A file whose first comment is `@jest-environment-options {"timeZone": "Europe/Berlin"}` runs in that time zone. */
  async setup() {
    await super.setup()
    this.previousTimeZone = process.env.TZ
    if (this.timeZone) setTimeZone(this.timeZone)
  }

  async teardown() {
    if (this.timeZone) setTimeZone(this.previousTimeZone)
    await super.teardown()
  }
}

/**
 * Computes styles only from inline styles, attributes and element types, because tests load no style sheet. jsdom would compute every
 * property from its default style sheet, and queries by role read the style of every element repeatedly.
 */
function computeInlineStyles(window) {
  const { getComputedStyle } = window
  const hidden = '[hidden], dialog:not([open]), script, style, head, template, datalist'
  const inherited = (element, name, initial) => {
    for (let one = element; one; one = one.parentElement) if (one.style?.[name]) return one.style[name]
    return initial
  }
  const known = {
    display: element => element.style?.display || (element.matches(hidden) ? 'none' : 'block'),
    visibility: element => inherited(element, 'visibility', 'visible'),
    pointerEvents: element => inherited(element, 'pointerEvents', 'auto'),
    userSelect: element => inherited(element, 'userSelect', 'auto'),
    content: () => '',
  }
  const property = (element, name) => (name in known ? known[name](element) : getComputedStyle(element)[name])
  window.getComputedStyle = (element, pseudo) => {
    const getPropertyValue = name => (pseudo ? '' : (property(element, camelCase(name)) ?? ''))
    return new Proxy(element.style ?? {}, {
      get: (_, name) => (name === 'getPropertyValue' ? getPropertyValue : pseudo ? '' : property(element, name)),
    })
  }
}

const camelCase = name => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
