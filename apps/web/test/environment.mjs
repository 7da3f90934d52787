import { TestEnvironment as JSDOMEnvironment } from 'jest-environment-jsdom'

/** Node's Request accepts only Node's signals, jsdom's listeners only jsdom's: the router passes one to the other. */
class SignallessRequest extends Request {
  constructor(input, { signal: _, ...init } = {}) {
    super(input, init)
  }
}

const inZone = zone => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
}

/** jsdom with the network and encoding interfaces it lacks. Never Node's MessageChannel or BroadcastChannel: jest then hangs. */
export default class BrowserEnvironment extends JSDOMEnvironment {
  constructor(config, context) {
    super(config, context)
    const lacking = { fetch, Request: SignallessRequest, Response, Headers, TextEncoder, TextDecoder, structuredClone }
    for (const [name, value] of Object.entries(lacking)) this.global[name] ??= value
    computeInlineStyles(this.global)
    this.zone = config.projectConfig.testEnvironmentOptions.timeZone
  }

  /** A file whose first comment is `@jest-environment-options {"timeZone": "Europe/Berlin"}` runs in that time zone. */
  async setup() {
    await super.setup()
    this.usualZone = process.env.TZ
    if (this.zone) inZone(this.zone)
  }

  async teardown() {
    if (this.zone) inZone(this.usualZone)
    await super.teardown()
  }
}

/**
 * Tests load no style sheet, so styles depend only on inline styles, attributes and element types. jsdom would compute every
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
