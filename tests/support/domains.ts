import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { http } from '@daymark/contracts'
import type { TestDns, Visitor } from '@daymark/testing/outside'

/** The DNS name of the installation under test. */
export const TARGET = 'galleries.daymark.test'

/** The settings of an installation that uses the name server of the test. */
export const domainEnv = (dns: TestDns) => ({
  DAYMARK_PUBLIC_URL: `http://${TARGET}`,
  DAYMARK_DNS_SERVERS: dns.address,
})

/** Adds a custom domain, creates its DNS records and verifies it. */
export async function connectDomain(owner: Visitor, dns: TestDns, host: string): Promise<http.Domain> {
  dns.set(TARGET, { A: ['203.0.113.7'] })
  const { body } = await owner.post<http.DomainSettings>('/api/settings/domain', { host })
  for (const { type, name, value } of body.domain?.records ?? [])
    dns.set(name, type === 'CNAME' ? { CNAME: value } : { TXT: [value] })
  const verify = () => owner.post<http.DomainSettings>('/api/settings/domain/verify')
  const first = await verify()
  // a lookup may time out on a busy machine
  const answer = /did not respond/.test(first.body.domain?.problem ?? '') ? await verify() : first
  if (answer.body.domain?.state !== 'verified') throw new Error(`no domain: ${answer.bytes.toString()}`)
  return answer.body.domain
}

/** Creates the files of a web application that the server reads. */
export function smallWebApp(): string {
  const dir = mkdtempSync(join(tmpdir(), 'daymark-web-'))
  const own = '<meta name="description" content="Of the application." /><meta name="daymark-support" content="" />'
  const head = `<meta charset="utf-8" />${own}<title>Daymark</title>`
  writeFileSync(join(dir, 'index.html'), `<!doctype html><html><head>${head}</head><body id="root"></body></html>`)
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'assets', 'index-abc.js'), `/* ${'long enough to be compressed '.repeat(200)} */`)
  writeFileSync(join(dir, 'sw.js'), 'self.x = 1')
  writeFileSync(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return dir
}
