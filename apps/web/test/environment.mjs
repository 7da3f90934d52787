import { TestEnvironment as JSDOMEnvironment } from 'jest-environment-jsdom'

/** Node's Request takes only Node's signals, jsdom's listeners only jsdom's: the router makes one from the other. */
class SignallessRequest extends Request {
  constructor(input, { signal: _, ...init } = {}) {
    super(input, init)
  }
}

const inZone = zone => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
}

/** jsdom with what it lacks of a browser's network and encoding. Never Node's MessageChannel or BroadcastChannel: jest then hangs. */
export default class BrowserEnvironment extends JSDOMEnvironment {
  constructor(config, context) {
    super(config, context)
    const lacking = { fetch, Request: SignallessRequest, Response, Headers, TextEncoder, TextDecoder, structuredClone }
    for (const [name, value] of Object.entries(lacking)) this.global[name] ??= value
    keepStyles(this.global)
    this.zone = config.projectConfig.testEnvironmentOptions.timeZone
  }

  /** A file whose first comment says `@jest-environment-options {"timeZone": "Europe/Berlin"}` is there. */
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
 * Finding by role and name asks for the style of every element again and again. jsdom forgets what rules apply as soon as anything in
 * the document changes; until then the answer is the same.
 */
function keepStyles(window) {
  const { document, getComputedStyle } = window
  const inner = document[Object.getOwnPropertySymbols(document).find(({ description }) => description === 'impl')]
  const kept = new WeakMap()
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || !document.contains(element)) return getComputedStyle(element, pseudo)
    const known = inner._styleCache && kept.get(inner._styleCache)?.get(element)
    if (known) return known
    const style = getComputedStyle(element)
    if (!kept.has(inner._styleCache)) kept.set(inner._styleCache, new WeakMap())
    kept.get(inner._styleCache).set(element, style)
    return style
  }
}
