/** Replaces XMLHttpRequest. The test itself sends the responses. */
export class FakeXhr {
  method = ''
  url = ''
  status = 0
  responseText = ''
  answered: Record<string, string> = {}
  withCredentials = false
  body = new FormData()
  readonly headers: Record<string, string> = {}
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  onabort: (() => void) | null = null
  onloadend: (() => void) | null = null

  open(method: string, url: string) {
    Object.assign(this, { method, url })
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: FormData) {
    this.body = body
  }
  abort = () => this.#end(this.onabort)

  progress = (loaded: number, total: number) => this.upload.onprogress?.({ loaded, total })
  getResponseHeader = (name: string) => this.answered[name] ?? null
  answer(status: number, body: unknown, answered: Record<string, string> = {}) {
    Object.assign(this, { status, responseText: JSON.stringify(body), answered })
    this.#end(this.onload)
  }
  breakDown = () => this.#end(this.onerror)
  #end(event: (() => void) | null) {
    event?.()
    this.onloadend?.()
  }
}

/** Replaces XMLHttpRequest and returns the list to which each sent request is added. */
export function installFakeXhr(): FakeXhr[] {
  const requests: FakeXhr[] = []
  class Recorded extends FakeXhr {
    override send(body: FormData) {
      super.send(body)
      requests.push(this)
    }
  }
  Object.assign(window, { XMLHttpRequest: Recorded })
  return requests
}
