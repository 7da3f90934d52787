import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runHardeningChecks } from './hardening.ts'

const SECURE_ENV = {
  DAYMARK_PUBLIC_URL: 'https://photos.example.com',
  DAYMARK_SECRET: '9f2b6c81d4e7a05f3b8c2d91e6f4a7035b1c8d2e9f60a4b7',
  DAYMARK_NATS_URL: 'tls://nats.internal:4222',
  DAYMARK_NATS_NKEY: 'SU…',
  DAYMARK_DATABASE_URL: 'postgres://daymark:hidden@db.internal/daymark?sslmode=verify-full',
  DAYMARK_STORAGE_DRIVER: 's3',
  DAYMARK_STORAGE_ENDPOINT: 'https://s3.internal',
  DAYMARK_OPS_PORT: '9464',
  DAYMARK_LOG_LEVEL: 'info',
}
const findFailedChecks = (env: Record<string, string | undefined>) =>
  runHardeningChecks({ ...SECURE_ENV, ...env })
    .filter(({ ok }) => !ok)
    .map(({ name }) => name)

describe('the security checks of doctor', () => {
  it('report nothing for a secure installation', () => {
    expect(findFailedChecks({})).toEqual([])
  })

  it.each(['127.0.0.1:5432', '%2Fdata%2Fpostgres:5432'])('report nothing for a laptop with Postgres at %s', host => {
    const laptop = {
      DAYMARK_PUBLIC_URL: 'http://127.0.0.1:8080',
      DAYMARK_DATABASE_URL: `postgres://a:b@${host}/daymark`,
    }
    expect(
      findFailedChecks({
        ...laptop,
        DAYMARK_NATS_URL: undefined,
        DAYMARK_NATS_NKEY: undefined,
        DAYMARK_STORAGE_DRIVER: undefined,
      }),
    ).toEqual([])
  })

  it('read values from mounted files as well as from variables', () => {
    const folder = mkdtempSync(join(tmpdir(), 'daymark-hardening-'))
    try {
      const mountFile = (name: string, text: string) => {
        writeFileSync(join(folder, name), `${text}\n`)
        return { [name]: undefined, [`${name}_FILE`]: join(folder, name) }
      }
      const secret = mountFile('DAYMARK_SECRET', SECURE_ENV.DAYMARK_SECRET)
      const nkey = mountFile('DAYMARK_NATS_NKEY', SECURE_ENV.DAYMARK_NATS_NKEY)
      expect(findFailedChecks({ ...secret, ...nkey })).toEqual([])
      const url = mountFile('DAYMARK_DATABASE_URL', 'postgres://a:b@db.internal/daymark')
      expect(findFailedChecks({ ...mountFile('DAYMARK_SECRET', 'x'.repeat(64)), ...url })).toEqual([
        'security secret',
        'security database',
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.each([
    ['address', { DAYMARK_PUBLIC_URL: 'http://photos.example.com' }],
    ['secret', { DAYMARK_SECRET: 'a secret from the documentation' }],
    ['secret', { DAYMARK_SECRET: 'x'.repeat(64) }],
    ['administrator', { DAYMARK_ADMIN_PASSWORD: 'left behind' }],
    ['bus', { DAYMARK_NATS_NKEY: undefined }],
    ['bus', { DAYMARK_NATS_URL: 'nats://nats.internal:4222' }],
    ['bus', { DAYMARK_NATS_URL: 'tls://nats.internal:4222,nats://other.internal:4222' }],
    ['database', { DAYMARK_DATABASE_URL: 'postgres://a:b@db.internal/daymark' }],
    ['database', { DAYMARK_DATABASE_URL: 'postgres://a:b@db.internal/daymark?uselibpqcompat=true&sslmode=require' }],
    ['store', { DAYMARK_STORAGE_ENDPOINT: 'http://s3.internal' }],
    ['operations port', { DAYMARK_OPS_HOST: '0.0.0.0' }],
    ['log', { DAYMARK_LOG_LEVEL: 'debug' }],
  ])('report %s as a warning without its value', (name, env) => {
    const found = runHardeningChecks({ ...SECURE_ENV, ...env })
    expect(found.filter(({ ok }) => !ok).map(one => one.name)).toEqual([`security ${name}`])
    expect(found.some(({ needed }) => needed)).toBe(false)
    expect(JSON.stringify(found)).not.toMatch(/internal|hidden|left behind|example\.com/)
  })
})
