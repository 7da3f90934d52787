import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../deploy/local/postgres.mjs'
import { freePort } from '../../deploy/local/ports.mjs'
import { pollUntilTruthy } from '../../deploy/local/processes.mjs'
import { startServer } from '../../deploy/local/server.mjs'
import { createEncryptionKey } from '../../deploy/local/data-folder.mjs'
import { serverEnvironment } from '../../deploy/local/sign-in.mjs'
import { Client } from './client.mjs'

const admin = { email: 'admin@daymark.test', password: 'the first super admin of the bench' }

/** The built product as `npm start` runs it, with its own Postgres, one server process and its own folder. */
export class Installation {
  /** All running installations, for cleanup. */
  static all = new Set()

  static async create(settings = {}) {
    const made = new Installation()
    made.dir = mkdtempSync(join(tmpdir(), 'daymark-bench-'))
    chmodSync(made.dir, 0o711) // Postgres does not run as root
    made.port = await freePort()
    made.url = `http://127.0.0.1:${made.port}`
    made.secret = randomBytes(32).toString('hex')
    made.encryptionKeys = createEncryptionKey()
    made.settings = settings
    made.postgres = await startPostgres({ dir: join(made.dir, 'postgres'), password: 'bench' })
    Installation.all.add(made)
    return made
  }

  /** Returns the seconds until it was ready. */
  async start() {
    const began = performance.now()
    const place = { port: this.port, host: '127.0.0.1', publicUrl: this.url, dataDir: this.dir }
    const own = serverEnvironment(
      place,
      { values: { secret: this.secret, encryptionKeys: this.encryptionKeys } },
      this.postgres,
      admin,
    )
    this.server = startServer({ node: process.execPath, dataDir: this.dir, env: { ...own, ...this.settings } })
    await this.server.ready
    return (performance.now() - began) / 1000
  }

  get pid() {
    return this.server.pid
  }

  async stopServer() {
    await this.server?.stop()
    this.server = undefined
  }

  async remove() {
    Installation.all.delete(this)
    await this.stopServer()
    await this.database?.end()
    await this.postgres.stop()
    rmSync(this.dir, { recursive: true, force: true })
  }

  async query(sql, params) {
    this.database ??= await this.connect()
    return (await this.database.query(sql, params)).rows
  }

  async connect() {
    const client = new pg.Client({ connectionString: this.postgres.url('daymark') })
    await client.connect()
    return client
  }

  /** A new signed-in user, by default of the largest plan. Only files of the starter plan are not encrypted. */
  async photographer(tier = 'studio') {
    if (!this.admin) {
      this.admin = new Client(this.url)
      await this.admin.signIn(admin.email, admin.password)
    }
    const [email, password] = [`${randomUUID()}@daymark.test`, 'a password for the bench only']
    await this.admin.json('POST', '/api/admin/users', { email, password, role: 'user', subscriptionTier: tier })
    const client = new Client(this.url)
    await client.signIn(email, password)
    client.userId = (await this.query('SELECT id FROM identity.users WHERE email = $1', [email]))[0].id
    return client
  }

  /** Waits until all photos of this user have variants. */
  async settled(userId, ms = 300_000) {
    const sql = `SELECT count(*) FILTER (WHERE status = 'processing')::int AS waiting,
      count(*) FILTER (WHERE status = 'failed')::int AS failed FROM library.photos WHERE owner_id = $1`
    const done = await pollUntilTruthy(
      async () => {
        const [{ waiting, failed }] = await this.query(sql, [userId])
        if (failed > 0) throw new Error(`${failed} photos could not be processed; see ${this.dir}/daymark.log`)
        return waiting === 0
      },
      ms,
      50,
    )
    if (!done) throw new Error(`photos were not ready after ${ms / 1000} s`)
  }
}
