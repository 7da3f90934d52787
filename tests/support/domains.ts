import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { http } from '@daymark/contracts'
import type { TestDns, Visitor } from '@daymark/testing/outside'

/** What DNS calls the installation of a test. */
export const TARGET = 'galleries.daymark.test'

/** The settings of an installation with a name, which looks domains up in a name server of the test's own. */
export const domainEnv = (dns: TestDns) => ({
  DAYMARK_PUBLIC_URL: `http://${TARGET}`,
  DAYMARK_SHARING_DNS_SERVERS: dns.address,
})

/** As an owner does it: type the name, enter both records, press the button. */
export async function takeDomain(owner: Visitor, dns: TestDns, host: string): Promise<http.Domain> {
  dns.set(TARGET, { A: ['203.0.113.7'] })
  const { body } = await owner.post<http.DomainSettings>('/api/settings/domain', { host })
  for (const { type, name, value } of body.domain?.records ?? [])
    dns.set(name, type === 'CNAME' ? { CNAME: value } : { TXT: [value] })
  const verify = () => owner.post<http.DomainSettings>('/api/settings/domain/verify')
  const first = await verify()
  // a process that stands still meanwhile hears no name server in time: then the button is pressed once more
  const answer = /did not respond/.test(first.body.domain?.problem ?? '') ? await verify() : first
  if (answer.body.domain?.state !== 'verified') throw new Error(`no domain: ${answer.bytes.toString()}`)
  return answer.body.domain
}

/** A web application as far as a server knows it. */
export function smallWebApp(): string {
  const dir = mkdtempSync(join(tmpdir(), 'daymark-web-'))
  const own = '<meta name="description" content="Of the application." /><meta name="daymark-support" content="" />'
  const head = `<meta charset="utf-8" />${own}<title>Daymark</title>`
  writeFileSync(join(dir, 'index.html'), `<!doctype html><html><head>${head}</head><body id="root"></body></html>`)
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'assets', 'index-abc.js'), 'export {}')
  writeFileSync(join(dir, 'sw.js'), 'self.x = 1')
  writeFileSync(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return dir
}
