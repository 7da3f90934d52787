import { once } from 'node:events'
import { Agent, request } from 'node:http'

/** HTTP client with keep-alive and one session. Cheap, because it shares the processors with the product. */
export class Client {
  constructor(url, cookie = '') {
    this.url = url
    this.cookie = cookie
    /** Headers of every request. */
    this.headers = {}
    this.agent = new Agent({ keepAlive: true, maxSockets: 64 })
  }

  close() {
    this.agent.destroy()
  }

  /** `body`: buffers, sent one after another. Resolves to status, headers and content. */
  async send(method, path, { headers = {}, body = [] } = {}) {
    const length = body.reduce((sum, part) => sum + part.length, 0)
    const sent = request(new URL(path, this.url), {
      method,
      agent: this.agent,
      headers: { ...(this.cookie && { cookie: this.cookie }), 'content-length': length, ...this.headers, ...headers },
    })
    const answered = once(sent, 'response')
    answered.catch(() => {})
    for (const part of body) if (!sent.write(part)) await Promise.race([once(sent, 'drain'), answered])
    sent.end()
    const [response] = await answered
    const content = Buffer.concat(await response.toArray())
    return { status: response.statusCode, headers: response.headers, content }
  }

  async json(method, path, value) {
    const body = value === undefined ? [] : [Buffer.from(JSON.stringify(value))]
    const answer = await this.send(method, path, { headers: { 'content-type': 'application/json' }, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.content}`)
    return JSON.parse(answer.content.toString())
  }

  async signIn(username, password) {
    const body = [Buffer.from(JSON.stringify({ username, password }))]
    const answer = await this.send('POST', '/api/auth/login', { headers: { 'content-type': 'application/json' }, body })
    if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.content}`)
    this.cookie = answer.headers['set-cookie'].map(line => line.split(';')[0]).join('; ')
  }

  /** One form with one file, as a browser sends it; `content` is buffers. */
  async upload(path, name, content) {
    const boundary = '----daymark-bench-0123456789'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`
    const body = [Buffer.from(head), ...content, Buffer.from(`\r\n--${boundary}--\r\n`)]
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const answer = await this.send('POST', path, { headers, body })
    if (answer.status >= 300) throw new Error(`upload of ${name}: ${answer.status} ${answer.content}`)
    return answer
  }
}

/** Calls `work` for each item, `clients` at a time. */
export async function inParallel(clients, items, work) {
  const waiting = [...items]
  const next = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: clients }, next))
}

/** Duration of `work` in seconds. */
export async function seconds(work) {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
