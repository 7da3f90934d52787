import { randomBytes, randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import type { Mailbox } from '@daymark/testing/mailbox'
import { pollUntil, type Receiver, type TestStripe, Visitor } from '@daymark/testing/outside'
import type { Installation } from '../support/installation.ts'
import { type CreatedWebhook, createIntegrator, tokenOf } from '../support/integrators.ts'
import { PASSWORD, type SignedInUser } from '../support/accounts.ts'
import { createLink, picture } from '../support/shared-gallery.ts'
import { opaqueWatermark } from '../support/watermark.ts'

type Environment = { place: Installation; mailbox: Mailbox; receiver: Receiver; stripe: TestStripe }
/** Secret values by description. */
type Secrets = Record<string, string>
/** Client addresses in X-Forwarded-For. */
const ADDRESSES = { owner: '203.0.113.77', visitor: '198.51.100.42' }
const mark = (): string => randomBytes(9).toString('hex')

/** Actions of a photographer, a visitor, an API client and Stripe, with all secrets that telemetry could leak. */
export class BusyRun {
  readonly secrets: Secrets = {
    'address of the owner': ADDRESSES.owner,
    'address of the visitor': ADDRESSES.visitor,
    PASSWORD,
  }
  private readonly environment: Environment
  private readonly owner: SignedInUser
  private readonly program: Visitor
  private constructor(environment: Environment, owner: SignedInUser, program: Visitor) {
    this.environment = environment
    this.owner = owner
    this.program = program
  }

  static async begin(environment: Environment): Promise<BusyRun> {
    const { place, receiver, stripe } = environment
    const email = `${mark()}@daymark.test`
    const made = await place.createUser({ tier: 'studio', email, displayName: `Anna ${mark()}` })
    const owner = Object.assign(new Visitor(place.url, { 'x-forwarded-for': ADDRESSES.owner }), {
      id: made.id,
      email,
      password: made.password,
    }) as SignedInUser
    const body = { username: email, password: PASSWORD }
    await answered(owner.post('/api/auth/login', body), 200)
    const run = new BusyRun(environment, owner, await createIntegrator(owner, ['read', 'write']))
    const events = ['image.uploaded', 'share.created']
    const webhook = await owner.post<CreatedWebhook>('/v1/webhooks', { url: `${receiver.url}/${mark()}`, events })
    run.record('webhook', { secret: webhook.body.secret, path: new URL(webhook.body.url).pathname.slice(1) })
    run.record('owner', { email, token: tokenOf(run.program) })
    run.record('stripe', { secret: stripe.env['DAYMARK_BILLING_STRIPE_WEBHOOK_SECRET'] ?? '' })
    run.record('stripe', { key: stripe.env['DAYMARK_BILLING_STRIPE_SECRET_KEY'] ?? '' })
    await opaqueWatermark(owner)
    return run
  }

  /** Performs all actions once. Can be repeated. */
  async round(): Promise<void> {
    const { mailbox, receiver } = this.environment
    const image = await this.uploads()
    await this.shares(image)
    await this.signsInWrongly()
    await this.paymentProvider()
    await answered(this.program.get('/v1/images?limit=1'), 200)
    const guess = `dm_${mark()}${mark()}`
    this.record('program', { guess })
    await answered(new Visitor(this.environment.place.url, { authorization: `Bearer ${guess}` }).get('/v1/images'), 401)
    await answered(this.owner.post('/api/auth/forgot-password', { username: this.owner.email }), 200)
    const mail = await mailbox.take(this.owner.email, 'Choose a new')
    this.record('mail', { link: mail.links[0]?.split(/[/=#]/).at(-1) ?? '' })
    await receiver.take('image.uploaded')
    await receiver.take('share.created')
    for (const { name, value } of this.owner.jar()) this.record('cookie of the owner', { [name]: value })
  }

  private async uploads(): Promise<http.Image> {
    const { owner } = this
    const name = `Hochzeit-${mark()}.jpg`
    this.record('photo', { name, stem: name.replace('.jpg', '') })
    const headers = {
      traceparent: `00-${mark().padStart(32, 'a')}-${'b'.repeat(16)}-01`,
      'sec-fetch-site': 'same-origin',
    }
    const bytes = await picture(Math.floor(Math.random() * 200))
    const { body } = await owner.upload<http.Image>('/api/images', { name, bytes, type: 'image/jpeg' }, { headers })
    const refused = `${mark()}.exe`
    this.record('refused file', { refused })
    await owner.upload('/api/images', { name: refused, bytes: Buffer.from('MZ'), type: 'image/jpeg' })
    const caption = `Braut ${mark()}`
    this.record('photo', { caption })
    await answered(owner.patch(`/api/images/${body.id}`, { caption }), 200)
    let image = body
    await pollUntil('the photo is ready', async () => {
      image = (await owner.get<http.Image>(`/api/images/${body.id}`)).body
      return image.processing_status === 'completed'
    })
    const file = image.filename.replace(/\.[^.]+$/, '')
    this.record('photo', { file })
    await answered(owner.get(`/media/variants/sm/${file}.jpg`), 200)
    await answered(owner.get(`/media/originals/${image.filename}`), 200)
    return image
  }

  private async shares(image: http.Image): Promise<void> {
    const { owner, environment } = this
    const [password, title, hint] = [`door ${mark()}`, `Wedding ${mark()}`, `Hint ${mark()}`]
    const album = await owner.post<http.Album>('/api/albums', { title })
    await owner.post(`/api/albums/${album.body.id}/images`, { image_ids: [image.id] })
    await environment.place.settle()
    const wanted = { album_id: album.body.id, password, password_hint: hint, watermark: true }
    const { token } = await createLink(owner, wanted)
    this.record('link', { token, password, title, hint })
    const visitor = new Visitor(environment.place.url, { 'x-forwarded-for': ADDRESSES.visitor })
    const wrong = `guess ${mark()}`
    this.record('visitor', { wrong })
    await answered(visitor.get(`/api/shares/public/${token}`), 401)
    await answered(visitor.post(`/api/shares/public/${token}/unlock`, { password: wrong }), 401)
    await answered(visitor.post(`/api/shares/public/${token}/unlock`, { password }), 200)
    for (let n = 0; n < 2; n++) await answered(visitor.get(`/api/shares/public/${token}`), 200)
    const file = image.filename.replace(/\.[^.]+$/, '.jpg')
    for (const size of ['sm', 'lg', 'lg'])
      await answered(visitor.get(`/media/share/${size}/${file}?token=${token}`), 200)
    await visitor.get(`/share/${token}`)
    const download = { type: 'single_image', count: 1 }
    const seen = { token, event_type: 'download', image_id: image.id, event_data: download }
    await answered(visitor.post('/api/shares/track', seen), 204)
    for (const { name, value } of visitor.jar()) this.record('cookie of the visitor', { [name]: value })
  }

  private async signsInWrongly(): Promise<void> {
    const [username, password] = [`${mark()}@nowhere.test`, `wrong ${mark()}`]
    this.record('sign-in', { username, password })
    const stranger = new Visitor(this.environment.place.url, { 'x-forwarded-for': ADDRESSES.visitor })
    await answered(stranger.post('/api/auth/login', { username, password }), 401)
    await answered(stranger.post('/api/auth/login', { username: this.owner.email, password }), 401)
  }

  /** Sends an event of an unknown customer, with a valid and with a wrong signature. */
  private async paymentProvider(): Promise<void> {
    const { place, stripe } = this.environment
    const customer = `cus_${mark()}`
    const object = { id: `in_${mark()}`, object: 'invoice', customer, customer_email: `${mark()}@buyer.test` }
    this.record('buyer', { email: object.customer_email })
    const event = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'invoice.paid',
      livemode: false,
      data: { object },
    }
    for (const secret of [undefined, 'whsec_wrong']) {
      const { payload, signature } = stripe.signed(event, secret ? { secret } : {})
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
      this.record('stripe signature', { [`of ${secret ?? 'the right secret'}`]: signature })
      const { status } = await fetch(`${place.url}/api/billing/webhook`, { method: 'POST', body: payload, headers })
      if (status !== (secret ? 400 : 200)) throw new Error(`the webhook of the payment provider answered ${status}`)
    }
  }

  private record(whose: string, secrets: Secrets): void {
    for (const [what, value] of Object.entries(secrets)) {
      if (value.length < 8) throw new Error(`${whose} ${what} is too short for a search: ${value}`)
      this.secrets[`${whose}: ${what} ${Object.keys(this.secrets).length}`] = value
    }
  }
}

async function answered<T extends { status: number; bytes: Buffer }>(request: Promise<T>, status: number): Promise<T> {
  const answer = await request
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.bytes.toString()}`)
  return answer
}
