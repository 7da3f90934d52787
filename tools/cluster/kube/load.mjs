import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { parse } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, inParallel } from '../../../tests/load/client.mjs'
import { makeLightPhoto } from '../../../tests/load/pictures.mjs'
import { readSecret, waitUntil } from './cluster.mjs'

const CONCURRENT_REQUESTS = 8
const UPLOADER_COUNT = 2
/** Pause between two uploads of one uploader. */
const UPLOAD_PAUSE_MS = 300
/** Time after a stage in which the load must reach the required numbers of requests and uploads. */
const FINISH_TIMEOUT_SECONDS = Number(process.env.DAYMARK_LOAD_SECONDS ?? 1200)
const FILE_BYTES = 300_000
/** Plan of the photographer. If the previous version cannot read encrypted files, set a plan without encryption. */
const PHOTOGRAPHER_PLAN = process.env.DAYMARK_LOAD_PLAN ?? 'studio'

/**
 * Simulates a photographer who uploads photos and whose application and gallery are requested at the same time. Counts failed requests and
 * lost uploads.
 */
export class LoadGenerator {
  requestCount = 0
  failures = []
  durationsMs = []
  /** Longest time between two successful responses, in ms. */
  longestSilenceMs = 0
  lastResponseAt = performance.now()
  /** Id and checksum of each upload that was acknowledged with 201 and therefore must not be lost. */
  uploaded = []
  isStopping = false

  static async start(url) {
    const load = new LoadGenerator(url)
    await load.prepare()
    load.running = Promise.all([
      ...Array.from({ length: CONCURRENT_REQUESTS }, (_, n) => load.requestPages(n)),
      ...Array.from({ length: UPLOADER_COUNT }, () => load.uploadContinuously()),
    ])
    return load
  }

  constructor(url) {
    this.url = url
  }

  async prepare() {
    const admin = this.createClient()
    await admin.signIn('admin@example.com', await readSecret('app', 'admin-password'))
    const [email, password] = [`${randomUUID()}@example.com`, randomBytes(12).toString('hex')]
    await admin.json('POST', '/api/admin/users', { email, password, role: 'user', subscriptionTier: PHOTOGRAPHER_PLAN })
    this.owner = this.createClient()
    await this.owner.signIn(email, password)
    this.photo = await makeLightPhoto()
    const first = await this.upload()
    const album = await this.owner.json('POST', '/api/albums', { title: 'Under load' })
    await this.owner.json('POST', `/api/albums/${album.id}/images`, { image_id: first.id })
    const { token } = await this.owner.json('POST', '/api/shares', { album_id: album.id })
    await this.waitUntilReady(first.id)
    const gallery = `/api/shares/public/${token}`
    const visible = async () => (await this.requestAsVisitor('GET', gallery)).images.length === 1
    await waitUntil('the gallery shows the photo', 60, visible)
    const [image] = (await this.requestAsVisitor('GET', gallery)).images
    const picture = `/media/share/sm/${parse(image.filename).name}.jpg?token=${token}`
    this.paths = [
      '/api/images?limit=20',
      '/api/albums',
      '/api/shares',
      gallery,
      picture,
      '/api/subscription',
      '/api/images?search=photo',
    ]
  }

  /** Returns an HTTP client that opens a new connection for each request, as a proxy without keep-alive does. */
  createClient() {
    const client = new Client(this.url)
    client.agent = new Agent({ keepAlive: false })
    return client
  }
  requestAsVisitor = (method, path) => this.createClient().json(method, path)

  async requestPages(clientIndex) {
    for (let i = clientIndex; !this.isStopping; i++) {
      const path = this.paths[i % this.paths.length]
      const startedAt = performance.now()
      await this.attempt(`GET ${path.split('?')[0]}`, async () => {
        const { status } = await this.owner.send('GET', path)
        if (status !== 200) throw new Error(String(status))
      })
      this.durationsMs.push(performance.now() - startedAt)
    }
  }

  async uploadContinuously() {
    while (!this.isStopping) {
      await this.attempt('POST /api/images', () => this.upload())
      await delay(UPLOAD_PAUSE_MS)
    }
  }

  async attempt(name, work) {
    try {
      await work()
      this.requestCount++
      const now = performance.now()
      this.longestSilenceMs = Math.max(this.longestSilenceMs, now - this.lastResponseAt)
      this.lastResponseAt = now
    } catch (error) {
      this.failures.push(`${new Date().toISOString().slice(11, 19)} ${name}: ${error.message.slice(0, 160)}`)
    }
  }

  async upload() {
    const content = this.photo(FILE_BYTES, randomUUID())
    const response = await this.owner.upload('/api/images', 'photo.jpg', content)
    const { id } = JSON.parse(response.content.toString())
    const hash = createHash('sha256')
    for (const part of content) hash.update(part)
    this.uploaded.push({ id, sha256: hash.digest('hex') })
    return { id }
  }

  waitUntilReady(id) {
    return waitUntil(`photo ${id} is ready`, 180, async () => {
      const { status, content } = await this.owner.send('GET', `/api/images/${id}`).catch(() => ({}))
      return status === 200 && JSON.parse(content.toString()).processing_status === 'completed'
    })
  }

  async checksumOf(id) {
    const { filename } = await this.owner.json('GET', `/api/images/${id}`)
    const { content } = await this.owner.send('GET', `/media/originals/${filename}`)
    return createHash('sha256').update(content).digest('hex')
  }

  /**
   * Continues until the given numbers of requests and uploads are reached, then stops and returns the figures. `lost`: acknowledged uploads
   * that are missing or have other content.
   */
  async finish({ requests = 0, uploads = 0 } = {}) {
    const isEnough = () => this.requestCount >= requests && this.uploaded.length >= uploads
    // if the numbers are not reached in time, the report contains the smaller numbers
    await waitUntil(`${requests} requests and ${uploads} uploads`, FINISH_TIMEOUT_SECONDS, isEnough).catch(() => {})
    this.isStopping = true
    await this.running
    const lost = []
    await inParallel(CONCURRENT_REQUESTS, this.uploaded, async ({ id, sha256 }) => {
      const exists = await this.waitUntilReady(id).catch(error => void lost.push(error.message))
      if (exists && (await this.checksumOf(id)) !== sha256) lost.push(`${id}: other bytes`)
    })
    const sorted = this.durationsMs.toSorted((a, b) => a - b)
    const quantile = share => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
    const { requestCount, failures } = this
    return {
      requests: requestCount,
      uploads: this.uploaded.length,
      failed: failures.length,
      failures,
      lost,
      p50: quantile(0.5),
      p99: quantile(0.99),
      silenceMs: Math.round(this.longestSilenceMs),
    }
  }
}
