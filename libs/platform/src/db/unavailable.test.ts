import { errors } from '@daymark/contracts'
import pg from 'pg'
import { TransportClosed } from '../transport/transport.ts'
import { UntrustedDatabase } from './trusted-server.ts'
import { isUnavailable } from './unavailable.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

describe('isUnavailable', () => {
  it.each(['08006', '53300', '53100', '57P01', '57P02', '57P03', '57014', '55P03', '40P01'])(
    'SQLSTATE %s is a temporary failure',
    code => expect(isUnavailable(withCode(code))).toBe(true),
  )
  it.each(['23505', '22P02', '42P01', '42501', '0A000', '5300', 'abc'])('SQLSTATE %s is a permanent failure', code =>
    expect(isUnavailable(withCode(code))).toBe(false),
  )
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOSPC', 'EMFILE', 'SlowDown', 'InvalidAccessKeyId'])(
    'error code %s is a temporary failure',
    code => expect(isUnavailable(withCode(code))).toBe(true),
  )
  it.each(['ENOENT', 'EACCES', 'EFBIG', 'ERR_INVALID_ARG_TYPE', 'NoSuchKey'])(
    'error code %s is a permanent failure',
    code => expect(isUnavailable(withCode(code))).toBe(false),
  )
  it('finds the error in causes, in TypeORM errors and in aggregate errors', () => {
    const inner = withCode('ECONNREFUSED')
    expect(isUnavailable(new Error('outer', { cause: inner }))).toBe(true)
    expect(isUnavailable(Object.assign(new Error('query'), { driverError: inner }))).toBe(true)
    expect(isUnavailable(new AggregateError([new Error('a'), inner]))).toBe(true)
    const circle = new Error('round')
    circle.cause = circle
    expect(isUnavailable(circle)).toBe(false)
  })
  it('recognizes a closed bus, an untrusted database and an unavailable service, but no other catalog errors', () => {
    expect(isUnavailable(new TransportClosed())).toBe(true)
    expect(isUnavailable(new UntrustedDatabase('an impostor'))).toBe(true)
    expect(isUnavailable(errors.UNAVAILABLE())).toBe(true)
    expect(isUnavailable(errors.NOT_FOUND())).toBe(false)
    for (const other of [undefined, null, 'ECONNRESET', 503, new TypeError('x is not a function')])
      expect(isUnavailable(other)).toBe(false)
  })
  it('recognizes the error that pg throws for a closed port', async () => {
    const client = new pg.Client({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 2000 })
    const failure = await client.connect().catch((error: unknown) => error)
    expect(isUnavailable(failure)).toBe(true)
  })
  it('recognizes the error that pg throws for a missing socket', async () => {
    const failure = await new pg.Client({ host: '/nowhere' }).connect().catch((error: unknown) => error)
    expect(isUnavailable(failure)).toBe(true)
  })
})
