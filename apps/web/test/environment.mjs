import { TestEnvironment as JSDOMEnvironment } from 'jest-environment-jsdom'
import { patient } from '../../../tools/patient-environment.mjs'

/** Node's Request takes only Node's signals, jsdom's listeners only jsdom's: the router makes one from the other. */
class SignallessRequest extends Request {
  constructor(input, { signal: _, ...init } = {}) {
    super(input, init)
  }
}

/** jsdom with what it lacks of a browser's network and encoding. Never Node's MessageChannel or BroadcastChannel: jest then hangs. */
export default class BrowserEnvironment extends patient(JSDOMEnvironment) {
  constructor(...args) {
    super(...args)
    const lacking = { fetch, Request: SignallessRequest, Response, Headers, TextEncoder, TextDecoder, structuredClone }
    for (const [name, value] of Object.entries(lacking)) this.global[name] ??= value
  }
}
