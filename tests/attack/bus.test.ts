import type { http } from '@daymark/contracts'
import { describeWith, pollUntil, testNats, type Visitor } from '@daymark/testing/outside'
import { install, type Installation, SERVICES } from '../support/installation.ts'
import { pictures } from '../support/pictures.ts'
import { daymark, Server } from '../support/server.ts'
import { BusUser, callerKey, payloadOf, signature, strangerKey, strangerSeed } from './support/bus-user.ts'

const KEEPING = ['identity', 'billing', 'library', 'media', 'sharing', 'developer', 'admin']
const users = 'daymark.rpc.identity.users.list'
const reset = 'daymark.rpc.identity.users.reset-password'

describeWith('nats-server')('NATS with one process and its own permissions per service', () => {
  let place: Installation
  let visitor: Visitor
  let url: string
  let keys: string
  beforeAll(async () => {
    place = await install('nats')
    visitor = await place.photographer()
    ;({ url = '', keys = '' } = { url: place.nats?.url, keys: place.nats?.keys })
  })
  afterAll(() => place?.stop())

  it('allows everything that uploading and sharing a photo needs', async () => {
    const [picture] = await pictures(1)
    if (!picture) throw new Error('no picture')
    const { body: photo } = await visitor.upload<http.Image>('/api/images', picture)
    await pollUntil('the photo is ready', async () => {
      const { body } = await visitor.get<http.Image>(`/api/images/${photo.id}`)
      return body.processing_status === 'completed'
    })
    const album = await visitor.post<http.Album>('/api/albums', { title: 'Guarded' })
    await visitor.post(`/api/albums/${album.body.id}/images`, { image_id: photo.id })
    const share = await visitor.post<http.Share>('/api/shares', { album_id: album.body.id })
    expect((await visitor.get(`/api/shares/public/${share.body.token}`)).status).toBe(200)
    const admin = await place.admin()
    expect((await admin.get('/api/admin/users')).status).toBe(200)
    await place.settle()
    expect(place.nats?.violations).toEqual([])
  })

  describe('unknown clients', () => {
    it('are refused without a key, with a foreign key, and with user name and password', async () => {
      await expect(BusUser.enter(url)).rejects.toThrow(/Authorization/)
      await expect(BusUser.enter(url, strangerSeed())).rejects.toThrow(/Authorization/)
      const named = daymark(['start', 'library'], {
        ...place.env('library'),
        DAYMARK_NATS_NKEY_FILE: '',
        DAYMARK_NATS_URL: url.replace('//', '//library:library@'),
      })
      await expect(named).rejects.toThrow('nats-server refused the user of this process')
    })
  })

  describe.each(SERVICES)('the NATS user of a compromised %s', service => {
    let user: BusUser
    beforeAll(async () => (user = await BusUser.as(url, keys, service)))
    afterAll(() => user?.leave())
    const others = (names: string[]) => names.filter(name => name !== service)

    it('can only publish events of its own service', async () => {
      const mine = KEEPING.includes(service) ? [`daymark.event.${service}.nothing.v1`] : []
      const events = others(KEEPING).map(name => `daymark.event.${name}.nothing.v1`)
      expect(await user.mayPublish([...mine, ...events, 'daymark.event.nothing'])).toEqual(mine)
    })

    it('can only call other services as gateway or admin; identity may also read mail contents from sharing', async () => {
      const calls = KEEPING.map(name => `daymark.rpc.${name}.nothing`)
      const may = ['gateway', 'admin'].includes(service) ? calls.filter(name => !name.includes(`.${service}.`)) : []
      const readMail = 'daymark.rpc.sharing.mails.read'
      if (['gateway', 'admin', 'identity'].includes(service)) may.push(readMail)
      expect(await user.mayPublish([...calls, 'daymark.rpc.gateway.nothing', readMail])).toEqual(may)
    })

    it('can only subscribe to its own inbox, and to its own requests in the queue group', async () => {
      const requests = others(SERVICES).flatMap(name => [`daymark.rpc.${name}.>`, `daymark.rpc.${name}.> ${name}`])
      const inboxes = others([...SERVICES, 'setup']).map(name => `_INBOX.${name}.>`)
      const wide = [
        `daymark.rpc.${service}.>`,
        '>',
        '*.>',
        'daymark.>',
        'daymark.rpc.>',
        'daymark.event.>',
        '_INBOX.>',
        '$JS.>',
        '$SYS.>',
      ]
      const mine = [`_INBOX.${service}.>`]
      expect(await user.maySubscribe([...mine, ...requests, ...inboxes, ...wide])).toEqual(mine)
    })

    it('can only reply to requests that it received', async () => {
      const inboxes = others(SERVICES).map(name => `_INBOX.${name}.abc.1`)
      expect(await user.mayPublish([...inboxes, `_INBOX.${service}.abc.1`])).toEqual([])
    })

    it('cannot read, change or delete the stream, nor use consumers of other services', async () => {
      const stream = [
        'CREATE',
        'UPDATE',
        'DELETE',
        'PURGE',
        'SNAPSHOT',
        'RESTORE',
        'MSG.GET',
        'MSG.DELETE',
        'LEADER.STEPDOWN',
      ]
      const consumers = SERVICES.flatMap(name =>
        ['CREATE', 'DURABLE.CREATE', 'DELETE'].map(verb => `$JS.API.CONSUMER.${verb}.DAYMARK.${name}-main`),
      )
      const foreign = others(KEEPING).flatMap(name => [
        `$JS.API.CONSUMER.MSG.NEXT.DAYMARK.${name}-main`,
        `$JS.ACK.DAYMARK.${name}-main.1.1.1.1.0`,
      ])
      const other = [
        '$JS.API.CONSUMER.CREATE.DAYMARK',
        '$JS.API.DIRECT.GET.DAYMARK',
        '$JS.API.STREAM.LIST',
        '$JS.API.STREAM.CREATE.OTHER',
        '$SYS.REQ.SERVER.PING',
      ]
      const subjects = [...stream.map(verb => `$JS.API.STREAM.${verb}.DAYMARK`), ...consumers, ...foreign, ...other]
      expect(await user.mayPublish(subjects)).toEqual([])
    })
  })

  describe("a call with the gateway's NATS key but without its RPC key", () => {
    let thief: BusUser
    let key: ReturnType<typeof callerKey>
    const list = () => payloadOf(users, { offset: 0, limit: 10 })
    const refusedAs = (reason: string) =>
      expect.objectContaining({ code: 'call_refused', status: 403, params: { reason } })
    beforeAll(async () => {
      thief = await BusUser.as(url, keys, 'gateway')
      key = callerKey(keys)
    })
    afterAll(() => thief?.leave())

    it('runs with a valid signature, so the tests below fail only because of theirs', async () => {
      const payload = list()
      const { err, response } = await thief.call(users, payload, signature(users, payload, { key }))
      expect(err).toBeUndefined()
      expect(response).toMatchObject({ users: expect.any(Array) })
    })

    it('is refused without a signature, with a malformed one, and with a forged or expired ticket', async () => {
      const payload = list()
      const now = Date.now()
      expect((await thief.call(users, payload)).err).toEqual(refusedAs('unsigned'))
      for (const nonsense of [
        'x',
        '.....',
        `${now}..`,
        '1.2.3.4',
        `id.${now}.proof.${now}.nonce`,
        ' ',
        '1.2.3.4.5.6.7',
      ])
        expect((await thief.call(users, payload, nonsense)).err).toEqual(refusedAs('unsigned'))
      const forgeries = [
        { key: strangerKey() },
        { key, secret: 'a guessed secret of at least 32 characters' },
        { key, service: 'library' },
      ]
      for (const by of forgeries)
        expect((await thief.call(users, payload, signature(users, payload, by))).err).toEqual(refusedAs('forged'))
      const bare = `id.${now}.AAAA.${now}.nonce.AAAA`
      expect((await thief.call(users, payload, bare)).err).toEqual(refusedAs('forged'))
      for (const issued of [now - 700_000, now + 60_000]) {
        const mark = signature(users, payload, { key, issued })
        expect((await thief.call(users, payload, mark)).err).toEqual(refusedAs('expired'))
      }
    })

    it('is refused when input, actor or contract differ from what was signed', async () => {
      const payload = list()
      const mark = () => signature(users, payload, { key })
      const person = payloadOf(users, { offset: 0, limit: 10 }, { userId: 'other-user', role: 'super_admin' })
      expect((await thief.call(users, person, mark())).err).toEqual(refusedAs('forged'))
      expect((await thief.call(users, payloadOf(users, { offset: 10, limit: 10 }), mark())).err).toEqual(
        refusedAs('forged'),
      )
      expect((await thief.call('daymark.rpc.identity.users.create', payload, mark())).err).toEqual(refusedAs('forged'))
    })

    it('is refused when replayed, and when its nonce or time is changed', async () => {
      const payload = list()
      const once = signature(users, payload, { key })
      expect((await thief.call(users, payload, once)).err).toBeUndefined()
      expect((await thief.call(users, payload, once)).err).toEqual(refusedAs('replayed'))
      const [id, issued, proof, time, , mark] = once.split('.')
      for (const [at, nonce] of [
        [Number(time), 'another'],
        [Number(time) + 1, 'another'],
      ])
        expect((await thief.call(users, payload, [id, issued, proof, at, nonce, mark].join('.'))).err).toEqual(
          refusedAs('forged'),
        )
    })

    it('is refused when its time is more than 30 seconds in the past or future', async () => {
      const payload = list()
      const at = (ms: number) => thief.call(users, payload, signature(users, payload, { key, time: Date.now() + ms }))
      // A future time gets closer until the call is checked, so add a few seconds.
      for (const ms of [-31_000, -3_600_000, 30_000 + 6000, 86_400_000])
        expect((await at(ms)).err).toEqual(refusedAs('expired'))
      for (const ms of [-20_000, 20_000]) expect((await at(ms)).err).toBeUndefined()
      for (const time of ['', 'NaN', 'Infinity', '-1', 'x']) {
        const { err } = await thief.call(users, payload, `id.${Date.now()}.proof.${time}.nonce.mark`)
        expect(err).toEqual(refusedAs('expired'))
      }
    })

    it('changes no password when refused, and is logged', async () => {
      const before = await place.query('SELECT id, password_hash FROM identity.users ORDER BY id')
      for (const { id } of before as { id: string }[]) {
        const payload = payloadOf(reset, { id })
        const marks = [
          undefined,
          signature(reset, payload, { key: strangerKey() }),
          signature(reset, payload, { key, time: Date.now() - 60_000 }),
        ]
        for (const mark of marks) expect((await thief.call(reset, payload, mark)).err?.status).toBe(403)
      }
      expect(await place.query('SELECT id, password_hash FROM identity.users ORDER BY id')).toEqual(before)
      const identity = place.servers.find(server => server.services[0] === 'identity')
      expect(identity?.log).toContain('"event":"rpc.refused"')
    })

    it('is ignored without a reply subject or with invalid JSON', async () => {
      for (const bytes of ['', '{', '[['.repeat(50_000), '{"pattern":"x","data":{}}'])
        thief.connection.publish(users, bytes)
      await thief.connection.flush()
      const payload = list()
      expect((await thief.call(users, payload, signature(users, payload, { key }))).err).toBeUndefined()
    })
  })

  it('creates the stream only in `daymark migrate`; a service without its consumer asks for it', async () => {
    const setup = await BusUser.as(url, keys, 'setup')
    const consumer = '$JS.API.CONSUMER.DELETE.DAYMARK.billing-main'
    const deleted = await setup.connection.request(consumer, undefined, { timeout: 5000 })
    expect(deleted.json()).toMatchObject({ success: true })
    const billing = place.servers.find(server => server.services[0] === 'billing')
    await billing?.stop()
    await expect(new Server(['billing'], place.env('billing')).start()).rejects.toThrow('Run `daymark migrate`')
    await daymark(['migrate'], place.env('setup'))
    await billing?.start()
    await setup.leave()
  })

  it('reports a NATS server without access control in `daymark doctor` and in the log', async () => {
    const guarded = await daymark(['doctor'], place.env('library'))
    expect(guarded).toContain('bus access: each user has only the permissions it needs')
    const open = await testNats()
    try {
      const env = { ...place.env('library'), DAYMARK_NATS_URL: open.url, DAYMARK_NATS_NKEY_FILE: '' }
      expect(await daymark(['doctor'], env)).toContain('The bus is open')
      const library = new Server(['library'], env)
      await library.start()
      await pollUntil('the warning in the log', () => library.log.includes('The bus is open'))
      await library.stop()
    } finally {
      await open.stop()
    }
  })
})
