import { errors } from '@daymark/contracts'
import pg from 'pg'
import { TransportClosed } from '../transport/transport.ts'
import { UntrustedDatabase } from './trusted-server.ts'
import { isUnavailable } from './unavailable.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

describe('isUnavailable', () => {
  it.each(['08006', '53300', '53100', '57P01', '57P02', '57P03', '57014', '55P03', '40P01'])(
    'SQLSTATE %s passes',
    code => expect(isUnavailable(withCode(code))).toBe(true),
  )
  it.each(['23505', '22P02', '42P01', '42501', '0A000', '5300', 'abc'])('SQLSTATE %s stays', code =>
    expect(isUnavailable(withCode(code))).toBe(false),
  )
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOSPC', 'EMFILE', 'SlowDown', 'InvalidAccessKeyId'])('%s passes', code =>
    expect(isUnavailable(withCode(code))).toBe(true),
  )
  it.each(['ENOENT', 'EACCES', 'EFBIG', 'ERR_INVALID_ARG_TYPE', 'NoSuchKey'])('%s stays', code =>
    expect(isUnavailable(withCode(code))).toBe(false),
  )
  it('finds it in causes, in what TypeORM wraps, and in what failed at several addresses', () => {
    const inner = withCode('ECONNREFUSED')
    expect(isUnavailable(new Error('outer', { cause: inner }))).toBe(true)
    expect(isUnavailable(Object.assign(new Error('query'), { driverError: inner }))).toBe(true)
    expect(isUnavailable(new AggregateError([new Error('a'), inner]))).toBe(true)
    const circle = new Error('round')
    circle.cause = circle
    expect(isUnavailable(circle)).toBe(false)
  })
  it('knows its own: a closed bus, a service that is away; not a refusal', () => {
    expect(isUnavailable(new TransportClosed())).toBe(true)
    expect(isUnavailable(new UntrustedDatabase('another program in its place'))).toBe(true)
    expect(isUnavailable(errors.UNAVAILABLE())).toBe(true)
    expect(isUnavailable(errors.NOT_FOUND())).toBe(false)
    for (const other of [undefined, null, 'ECONNRESET', 503, new TypeError('x is not a function')])
      expect(isUnavailable(other)).toBe(false)
  })
  it('knows what pg really throws where nobody listens', async () => {
    const client = new pg.Client({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 2000 })
    const failure = await client.connect().catch((error: unknown) => error)
    expect(isUnavailable(failure)).toBe(true)
  })
  it('knows what pg really throws where the socket of Postgres is missing', async () => {
    const failure = await new pg.Client({ host: '/nowhere' }).connect().catch((error: unknown) => error)
    expect(isUnavailable(failure)).toBe(true)
  })
})
