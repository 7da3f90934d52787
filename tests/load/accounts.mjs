import { median, percentile } from './figures.mjs'
import { analyze, seedLibrary } from './seed.mjs'

const part = 'accounts'
/** Requests of the Settings and Billing pages. */
const PATHS = [
  '/api/subscription',
  '/api/subscription/usage',
  '/api/subscription/config',
  '/api/subscription/invoices',
  '/api/analytics',
  '/api/settings/watermark',
  '/api/settings/domain',
  '/api/settings/studio',
  '/api/settings/profile',
  '/api/settings/sessions',
  '/api/settings/security',
  '/api/settings/mail',
  '/api/settings/support',
]

/** Requests of a user with many photos of this month and many links, in an installation with many users. */
export async function measureAccounts({ installation, report, counts }) {
  const { users, photos, links, rounds, each } = counts.accounts
  console.log(`  writing ${users} users, one of them with ${photos} photos …`)
  await seedUsers(installation, users)
  const owner = await installation.photographer()
  const at = `now() - (${photos} - n) * interval '25 days' / ${photos}`
  const { albums } = await seedLibrary({ installation, owner, photos, albumOf: [1000], at })
  await installation.query(LINKS, [owner.userId, albums[0].id, links])
  await analyze(installation)
  const { recentActivity } = await owner.json('GET', '/api/analytics')
  if (recentActivity.photosThisMonth !== photos)
    throw new Error(`photos are missing: ${recentActivity.photosThisMonth}`)
  const found = await compare(owner, await installation.photographer(), { rounds, each })
  for (const [path, { p99, p50, none }] of found) {
    const of = `p50 ${p50.toFixed(1)} ms, of an account without anything ${none.toFixed(1)}; ${rounds} x ${each} requests each`
    report.add({ part, what: `p99, GET ${path}`, value: p99, unit: 'ms', atMost: 50, of })
  }
}

/** Alternates accounts and paths per request, so that other load on the machine affects all equally. */
async function compare(owner, empty, { rounds, each }) {
  const seen = new Map(PATHS.map(path => [path, { many: [], none: [], p99s: [] }]))
  for (let i = 0; i < 5; i++) for (const path of PATHS) for (const one of [owner, empty]) await timed(one, path)
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < each; i++)
      for (const [path, { many, none }] of seen) {
        many.push(await timed(owner, path))
        none.push(await timed(empty, path))
      }
    for (const { many, p99s } of seen.values()) p99s.push(percentile(many.slice(-each), 0.99))
  }
  const figures = ({ many, none, p99s }) => ({ p99: median(p99s), p50: median(many), none: median(none) })
  return [...seen].map(([path, times]) => [path, figures(times)])
}

async function timed(owner, path) {
  const began = performance.now()
  const { status, content } = await owner.send('GET', path)
  const took = performance.now() - began
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${content}`)
  return took
}

/** Accounts with a session, plan, Favorites and a link each; every tenth also has watermark settings and a domain. */
async function seedUsers(installation, users) {
  await installation.query('BEGIN')
  for (const sql of [USERS, ...OF_EACH]) await installation.query(sql, sql === USERS ? [users] : [])
  await installation.query('COMMIT')
}

const SEEDED = `(SELECT id, row_number() OVER (ORDER BY id) AS n FROM identity.users WHERE email LIKE '%@seeded.test') AS u`
const USERS = `
  INSERT INTO identity.users (id, email, role, password_hash, must_change_password, tier, subscription_status, storage_limit,
    plan_version, created_at)
  SELECT md5('user ' || n)::uuid, 'user' || n || '@seeded.test', 'user', '-', false, 'studio', 'active', 2199023255552, 1,
    now() - n * interval '1 minute' FROM generate_series(1, $1::int) AS n`
const plansOf = service => `
  INSERT INTO ${service}.plans (user_id, version, tier, status, storage_limit)
  SELECT id, 1, 'studio', 'active', 2199023255552 FROM ${SEEDED}`
const OF_EACH = [
  `INSERT INTO identity.sessions (user_id, token_hash, created_at, last_seen_at, expires_at)
   SELECT id, sha256(id::text::bytea), now(), now(), now() + interval '14 days' FROM ${SEEDED}`,
  `INSERT INTO billing.subscriptions (user_id, tier, status, storage_limit, version, created_at, updated_at)
   SELECT id, 'studio', 'active', 2199023255552, 1, now(), now() FROM ${SEEDED}`,
  ...['library', 'sharing', 'media'].map(plansOf),
  `INSERT INTO library.accounts (user_id) SELECT id FROM ${SEEDED}`,
  `INSERT INTO library.albums (owner_id, title, is_favorites, created_at, updated_at)
   SELECT id, 'Favorites', true, now(), now() FROM ${SEEDED}`,
  `INSERT INTO sharing.albums (id, owner_id, version, applied_version, title) SELECT id, id, 1, 1, 'Trip' FROM ${SEEDED}`,
  `INSERT INTO sharing.links (token, owner_id, album_id, allow_downloads, watermark, show_titles, revoked, view_count, created_at)
   SELECT left(md5('link ' || id), 22), id, id, true, false, true, false, 0, now() FROM ${SEEDED}`,
  `INSERT INTO media.watermarks (owner_id, revision, config, changed_at) SELECT id, 1, '{}', now() FROM ${SEEDED} WHERE n % 10 = 0`,
  `INSERT INTO sharing.domains (owner_id, host, challenge, state, claimed_at)
   SELECT id, n || '.seeded.test', 'daymark-' || n, 'verified', now() FROM ${SEEDED} WHERE n % 10 = 0`,
]
const LINKS = `
  WITH album AS (
    INSERT INTO sharing.albums (id, owner_id, version, applied_version, title) VALUES ($2::uuid, $1::uuid, 1000, 1000, 'Shared')
    ON CONFLICT (id) DO NOTHING)
  INSERT INTO sharing.links (token, owner_id, album_id, allow_downloads, watermark, show_titles, revoked, view_count, created_at)
  SELECT left(md5($1::uuid::text || n), 22), $1::uuid, $2::uuid, true, false, true, n % 7 = 0, n % 100, now()
  FROM generate_series(1, $3::int) AS n`
