import { PassThrough } from 'node:stream'
import { createLogger } from './logger.ts'
import { redactTokens } from './safe-error.ts'

const token = 'Zx9_abcdefghijklmnopqrstuv'

function captureLog(write: (log: ReturnType<typeof createLogger>) => void): string {
  const sink = new PassThrough()
  write(createLogger('test', 'info', sink))
  return String(sink.read())
}

it('tokens, cookies and passwords in logged objects are redacted at every depth', () => {
  const line = captureLog(log =>
    log.info({
      token,
      password: 'secret-1',
      body: { password: 'secret-2', newPassword: 'secret-3' },
      request: { headers: { cookie: 'secret-4', authorization: 'secret-5', 'set-cookie': 'secret-6' } },
    }),
  )
  expect(line).not.toMatch(/secret-\d/)
  expect(line).not.toContain(token)
})

it('the share token in an address that an error quotes is redacted', () => {
  const line = captureLog(log =>
    log.error({ err: new Error(`GET /media/share/lg/a.jpg?token=${token}&download=1 failed`) }),
  )
  expect(line).not.toContain(token)
  expect(line).toContain('download=1')
})

it.each([
  [`/media/share/lg/a.jpg?token=${token}`, '/media/share/lg/a.jpg?token=[redacted]'],
  [`/share/${token}`, '/share/[redacted]'],
  [`/api/shares/public/${token}/download`, '/api/shares/public/[redacted]/download'],
  [`/Share/${token}`, '/Share/[redacted]'],
  [`/api/shares/PUBLIC//%41${token}`, '/api/shares/PUBLIC//[redacted]'],
  [`/media/share/lg/a.jpg?Token=${token}`, '/media/share/lg/a.jpg?Token=[redacted]'],
  ['no /v1/images/dm_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp there', 'no /v1/images/dm_[redacted] there'],
  ['/api/images?limit=50', '/api/images?limit=50'],
])('redacts the tokens in %s', (given, expected) => expect(redactTokens(given)).toBe(expected))
