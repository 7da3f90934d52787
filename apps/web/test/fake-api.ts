import { type http, PLANS, type Route, routes, v1 } from '@daymark/contracts'

export const user = (fields: Partial<http.Account> = {}): http.Account => ({
  id: 'user-1',
  username: 'ansel@example.org',
  email: 'ansel@example.org',
  display_name: 'Ansel',
  role: 'user',
  subscription_tier: 'professional',
  subscription_status: 'active',
  storage_used: 0,
  storage_limit: 500 * 1024 ** 3,
  last_login: null,
  created_at: '2025-01-01T10:00:00.000Z',
  must_change_password: false,
  time_zone: null,
  language: null,
  ...fields,
})

export const session = (fields: Partial<http.Session> & { id: string }): http.Session => ({
  device: 'Chrome on Mac',
  address: '192.0.2.1',
  created_at: '2025-01-01T10:00:00.000Z',
  last_used_at: '2025-01-02T10:00:00.000Z',
  is_current: false,
  ...fields,
})

export const image = (fields: Partial<http.Image> & { id: string }): http.Image => {
  const filename = fields.filename ?? `${fields.id}.jpg`
  const stem = filename.replace(/\.[^.]+$/, '')
  return {
    filename,
    original_filename: `DSC_${fields.id}.JPG`,
    title: '',
    caption: '',
    is_favorite: false,
    tags: [],
    exif_data: {},
    original_format: 'JPEG',
    file_extension: 'jpg',
    creation_tool: null,
    mime_type: 'image/jpeg',
    size: 8_000_000,
    width: 6000,
    height: 4000,
    orientation: 'landscape',
    url: `/media/variants/lg/${stem}.jpg`,
    thumbnail_url: `/media/variants/sm/${stem}.jpg`,
    placeholder: null,
    processing_status: 'completed',
    processing_error: null,
    taken_at: null,
    created_at: '2025-01-02T10:00:00.000Z',
    updated_at: '2025-01-02T10:00:00.000Z',
    ...fields,
  }
}
export const images = (count: number) => Array.from({ length: count }, (_, i) => image({ id: String(i + 1) }))

/** What owner and guest see of a file that a guest has sent. */
export const guestFile = {
  filename: 'kiss.jpg',
  size: 1,
  processing_status: 'completed',
  error: null,
  width: 3,
  height: 2,
  placeholder: null,
  url: null,
} as const

export const facets = (fields: Partial<http.ImageFacets> = {}): http.ImageFacets => ({
  cameras: [],
  lenses: [],
  formats: [],
  orientations: [],
  years: [],
  months: [],
  ...fields,
})

/** The subscription of a user without photos. */
export const subscription = (fields: Partial<http.Subscription> = {}): http.Subscription => ({
  tier: 'professional',
  tierName: 'Professional',
  status: 'active',
  price: 20,
  endDate: null,
  cancelAtPeriodEnd: false,
  graceUntil: null,
  managed: false,
  storage: { used: 0, limit: 500 * 1024 ** 3, usedFormatted: '0 B', limitFormatted: '500 GB', percentage: 0 },
  features: [...PLANS.professional.features],
  apiTier: 'studio',
  limits: { canUseWatermarks: true, canUseBatchRename: true, canUseAnalytics: true, canUseCustomDomain: true },
  ...fields,
})

/** The response of a call that returns no data. */
export const success = (more: object = {}) => Response.json({ success: true, message: 'Done.', ...more })

const json = (body: unknown, status = 200) => Response.json(body, { status })
export const refusal = (status: number, code: string, message: string) =>
  json({ error: message, message, code, request_id: 'test' }, status)

/** Returns the route of a request. As in Express, literal segments of a path take precedence over parameters. */
function routeOf(method: string, path: string): Route | undefined {
  const fits = (route: Route) => new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path)
  // the lists are not merged by name, because many calls have the same name in both
  const all = [...Object.values<Route>(routes), ...Object.values<Route>(v1)]
  const found = all.filter(route => route.method === method && fits(route))
  return found.toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)[0]
}

/** Throws if the request of a screen or the response of a test violates the contract of the route. */
async function assertContract({ method, path, body, answer }: Route, sent: unknown, response: Response) {
  if (!response.ok) return
  const given = typeof answer === 'string' ? undefined : answer.safeParse(await response.clone().json())
  for (const checked of [body?.safeParse(sent), given])
    if (checked?.success === false) throw new Error(`${method} ${path}: ${checked.error.message}`)
}

type Handler = (request: { url: URL; id: string; body: Record<string, unknown> }) => Response | Promise<Response>

/**
 * A server in memory for tests of screens. `calls` lists the received requests. `on` replaces the handler of a route, for tests of failures
 * and slow responses.
 */
export class FakeApi {
  user: http.Account | null = user()
  password = 'secret'
  images: http.Image[] = []
  sessions: http.Session[] = [session({ id: 'session-1', is_current: true })]
  studioPage: http.StudioPageSettings = {
    enabled: false,
    name: null,
    title: '',
    default_title: 'Ansel',
    text: '',
    allow_indexing: false,
    url: null,
    shares: [],
  }
  readonly calls: { method: string; path: string; body: unknown }[] = []
  readonly #routes = new Map<string, Handler>()
  readonly #broken = new Set<Handler>()

  constructor() {
    this.on('GET /api/auth/me', () => (this.user ? json(this.user) : refusal(401, 'no_session', 'Please sign in.')))
    this.on('POST /api/auth/login', ({ body }) => {
      if (body['password'] !== this.password) return refusal(401, 'login_failed', 'Invalid email or password')
      this.user ??= user()
      return json({ user: this.user, message: 'Signed in.' })
    })
    this.on('POST /api/auth/logout', () => {
      this.user = null
      return success()
    })
    this.on('POST /api/auth/change-password', ({ body }) => {
      if (body['current_password'] !== this.password)
        return refusal(400, 'invalid_input', 'The current password is wrong.')
      this.user = user({ must_change_password: false })
      return success()
    })
    this.on('GET /api/auth/options', () => json({ password_reset: false }))
    this.on('GET /api/settings/profile', () => json(this.profile()))
    this.on('PATCH /api/settings/profile', ({ body }) => {
      if (this.user) Object.assign(this.user, body)
      return json(this.profile())
    })
    this.on('GET /api/settings/sessions', () => json({ sessions: this.sessions, total: this.sessions.length }))
    this.on('GET /api/backups', () =>
      json({
        configured: false,
        plan: null,
        running: null,
        problem: null,
        next_at: null,
        drill: null,
        restore: null,
        backups: [],
      }),
    )
    this.on('GET /api/security/facts', () => json({ encryption: { configured: true } }))
    this.on('GET /api/privacy/facts', () =>
      json({
        trash_days: 30,
        deletion_days: 14,
        visit_days: 90,
        audit_days: 400,
        activity_days: 90,
        event_days: 14,
        mail: true,
        cards: false,
        telemetry: false,
      }),
    )
    this.on('GET /api/backups/facts', () => json({ configured: false, plans: [], drill: null }))
    this.on('GET /api/settings/studio-page', () => json(this.studioPage))
    this.on('GET /api/settings/mail', () =>
      json({ mail_set_up: true, topics: [{ topic: 'new_sign_in', wanted: true }] }),
    )
    this.on('GET /api/images', ({ url }) => this.#list(url))
    this.on('PATCH /api/images/:id', ({ id, body }) => {
      this.images = this.images.map(photo => (photo.id === id ? { ...photo, ...body } : photo))
      return json(this.images.find(photo => photo.id === id))
    })
    this.on('DELETE /api/images/:id', ({ id }) => {
      this.images = this.images.filter(photo => photo.id !== id)
      return success()
    })
    this.on('GET /api/images/facets', () => json(facets()))
    this.on('GET /api/albums', () => json([]))
    this.on('GET /api/tags', () => json([]))
  }

  profile = (fields: Partial<http.Profile> = {}): http.Profile => {
    const { username, email, display_name, time_zone, language } = this.user ?? user()
    return { username, email, display_name, time_zone, language, pending_email: null, mail_set_up: true, ...fields }
  }

  /** Replaces the handler of a route by one whose response violates the contract, to test how a screen handles it. */
  respondInvalid(route: string, handler: Handler) {
    this.#broken.add(handler)
    this.on(route, handler)
  }

  /** `on('DELETE /api/images/:id', () => fails(500))` */
  on(route: string, handler: Handler) {
    this.#routes.set(route, handler)
  }

  callsTo = (method: string, path: string) =>
    this.calls.filter(call => call.method === method && call.path.startsWith(path))

  /** The function that replaces window.fetch in tests. */
  fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), 'http://localhost')
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
    this.calls.push({ method, path: url.pathname + url.search, body })
    // A response arrives after the current task, as over a network.
    await new Promise(resolve => setTimeout(resolve))
    if (init.signal?.aborted) throw init.signal.reason
    return this.#answer(method, url, body)
  }

  async #answer(method: string, url: URL, body: Record<string, unknown>) {
    const route = routeOf(method, url.pathname)
    if (!route) throw new Error(`${method} ${url.pathname} is no call of the product.`)
    const [, id = ''] = /^\/api\/images\/([^/]+)$/.exec(url.pathname) ?? []
    const handler =
      this.#routes.get(`${method} ${url.pathname}`) ?? (id ? this.#routes.get(`${method} /api/images/:id`) : undefined)
    if (!handler && url.pathname.startsWith('/api/uploads/')) return json({ offset: 0, image: null })
    if (!handler) return refusal(404, 'not_found', 'Not found.')
    const answer = await handler({ url, id, body })
    if (!this.#broken.has(handler)) await assertContract(route, body, answer)
    return answer
  }

  #list(url: URL) {
    const number = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise)
    const [limit, offset] = [number('limit', 50), number('offset', 0)]
    const { searchParams: asked } = url
    const words = (asked.get('q') ?? '').toLowerCase()
    const found = this.images.filter(
      photo =>
        (!asked.has('is_favorite') || photo.is_favorite) &&
        `${photo.title} ${photo.original_filename}`.toLowerCase().includes(words) &&
        (!asked.has('camera') || photo.exif_data.model === asked.get('camera')),
    )
    return json({ images: found.slice(offset, offset + limit), total: found.length, limit, offset })
  }
}

/** An error response whose code no screen handles specially. */
export const failure = (status: number, message = 'It did not work.') => refusal(status, 'failed', message)
