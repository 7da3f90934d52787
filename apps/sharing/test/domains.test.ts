import { randomUUID } from 'node:crypto'
import { type Actor, anonymous, domainChanged, domains, subscriptionChanged, type Tier } from '@daymark/contracts'
import { actorOf, startServices, type TestServices } from '@daymark/testing'
import { type TestDns, testDns } from '@daymark/testing/outside'
import { CheckDomains } from '../src/sites/domains/check-domains.job.ts'
import { sharingService } from '../src/index.ts'

const HOUR_MS = 3_600_000
const TARGET = 'galleries.daymark.test'
let dns: TestDns
let services: TestServices
let version = 0
const changedHosts: string[][] = []
beforeAll(async () => {
  dns = await testDns()
  dns.set(TARGET, { A: ['203.0.113.7', '203.0.113.8'], AAAA: ['2001:db8::7'] })
  const env = { DAYMARK_PUBLIC_URL: `https://${TARGET}`, DAYMARK_DNS_SERVERS: dns.address }
  services = await startServices([sharingService], { env })
  await services.process.transport.listen([domainChanged.name], event => {
    changedHosts.push((event.data as { hosts: string[] }).hosts)
  })
})
afterAll(async () => {
  await services.stop()
  await dns.stop()
})

async function setPlan({ userId }: Actor, tier: Tier) {
  const subscription = { userId, tier, status: 'active' as const, storageLimit: 1, endDate: null, version: ++version }
  await services.publish(subscriptionChanged, userId, subscription)
  await services.settle()
}
async function createOwner(tier: Tier = 'professional') {
  const actor = actorOf(randomUUID())
  await setPlan(actor, tier)
  return actor
}
const setDomain = (actor: Actor, host: string) => services.rpc.call(domains.setDomain, { host }, actor)
const verifyDomain = (actor: Actor) => services.rpc.call(domains.verifyDomain, {}, actor)
const getDomain = async (actor: Actor) => (await services.rpc.call(domains.getDomain, {}, actor)).domain
const removeDomain = (actor: Actor) => services.rpc.call(domains.removeDomain, {}, actor)
const findHost = (host: string) => services.rpc.call(domains.findHost, { host }, anonymous)
const UNKNOWN_HOST = { state: 'unknown', ownerId: null }
const CLOSED_HOST = { state: 'closed', ownerId: null }
const codeOf = (call: Promise<unknown>) => call.then(() => 'done').catch((e: { code: string }) => e.code)

/** Claims a host for an account and creates both DNS records. */
async function claimWithRecords(actor: Actor, host: string) {
  const { domain } = await setDomain(actor, host)
  dns.set(host, { CNAME: TARGET })
  dns.set(`_daymark.${host}`, { TXT: ['v=spf1 -all', domain?.challenge ?? ''] })
  return domain?.challenge ?? ''
}
async function createVerifiedDomain(host: string) {
  const actor = await createOwner()
  await claimWithRecords(actor, host)
  await verifyDomain(actor)
  return actor
}

describe('a custom domain', () => {
  it('rule 70: is served once both DNS records are correct', async () => {
    const actor = await createOwner()
    expect(await getDomain(actor)).toBeNull()
    const { target, domain } = await setDomain(actor, ' Fotos.Müller.test. ')
    expect(target).toBe(TARGET)
    expect(domain).toMatchObject({ host: 'fotos.xn--mller-kva.test', state: 'pending', found: null, serves: false })
    expect(domain?.challenge).toMatch(/^daymark-[\w-]{32}$/)
    const host = domain?.host ?? ''
    expect((await verifyDomain(actor)).domain).toMatchObject({ state: 'pending', found: { cname: false, txt: false } })
    expect((await getDomain(actor))?.problem).toMatch(/There is no TXT record at _daymark\.fotos/)
    dns.set(`_daymark.${host}`, { TXT: [domain?.challenge ?? ''] })
    dns.set(host, { CNAME: 'elsewhere.test' })
    expect((await verifyDomain(actor)).domain?.problem).toBe(`${host} points to elsewhere.test instead of ${TARGET}.`)
    expect(await findHost(host)).toEqual(UNKNOWN_HOST)
    dns.set(host, { CNAME: TARGET })
    expect((await verifyDomain(actor)).domain).toMatchObject({ state: 'verified', problem: null, serves: true })
    expect(await findHost(host)).toEqual({ ownerId: actor.userId, state: 'served' })
    expect(await services.rpc.call(domains.getHost, { ownerId: actor.userId }, anonymous)).toEqual({ host })
  })

  it.each([
    ['some addresses of the target (flattened CNAME)', { A: ['203.0.113.8'] }, 'verified'],
    ['all addresses of the target', { A: ['203.0.113.7', '203.0.113.8'], AAAA: ['2001:db8::7'] }, 'verified'],
    ['an additional address', { A: ['203.0.113.7', '198.51.100.1'] }, 'pending'],
    ['other addresses', { A: ['198.51.100.1'] }, 'pending'],
    ['no address', {}, 'pending'],
  ])('rule 70: is checked with %s', async (_, records, state) => {
    const actor = await createOwner()
    const host = `alias-${randomUUID().slice(0, 8)}.test`
    await claimWithRecords(actor, host)
    dns.set(host, records)
    expect((await verifyDomain(actor)).domain).toMatchObject({ state })
  })

  it('rule 70: belongs to the first account that verifies it, regardless of other claims', async () => {
    const [first, second] = [await createOwner(), await createOwner()]
    await setDomain(first, 'wedding.test')
    await claimWithRecords(second, 'wedding.test')
    await verifyDomain(second)
    expect(await findHost('wedding.test')).toMatchObject({ ownerId: second.userId })
    // both accounts have a TXT record, so the domain belongs to neither
    const challenges = [(await getDomain(first))?.challenge ?? '', (await getDomain(second))?.challenge ?? '']
    dns.set('_daymark.wedding.test', { TXT: challenges })
    expect((await verifyDomain(first)).domain).toMatchObject({ state: 'pending', serves: false })
    expect((await getDomain(first))?.problem).toMatch(/Another account/)
    expect(await findHost('wedding.test')).toMatchObject({ ownerId: second.userId })
    // the domain was sold, so only the record of the new owner remains
    dns.set('_daymark.wedding.test', { TXT: challenges.slice(0, 1) })
    expect((await verifyDomain(first)).domain).toMatchObject({ state: 'verified' })
    expect(await getDomain(second)).toMatchObject({ state: 'pending', serves: false })
    expect(await findHost('wedding.test')).toMatchObject({ ownerId: first.userId })
  })

  it('rule 70: has one owner after concurrent verifications', async () => {
    const actors = await Promise.all(Array.from({ length: 6 }, () => createOwner()))
    const challenges = await Promise.all(actors.map(actor => claimWithRecords(actor, 'race.test')))
    dns.set('_daymark.race.test', { TXT: challenges })
    const states = (await Promise.all(actors.map(verifyDomain))).map(({ domain }) => domain?.state)
    expect(states.toSorted()).toEqual(['pending', 'pending', 'pending', 'pending', 'pending', 'verified'])
  })

  it('rule 70: requires the plan; without it the host remains claimed but is not served', async () => {
    const actor = await createOwner('starter')
    expect(await codeOf(setDomain(actor, 'starter.test'))).toBe('plan_required')
    await setPlan(actor, 'professional')
    await claimWithRecords(actor, 'starter.test')
    await verifyDomain(actor)
    await setPlan(actor, 'starter')
    expect(await findHost('starter.test')).toEqual({ ownerId: actor.userId, state: 'closed' })
    expect(await getDomain(actor)).toMatchObject({ host: 'starter.test', state: 'verified', serves: false })
    expect(await codeOf(verifyDomain(actor))).toBe('plan_required')
    await setPlan(actor, 'studio')
    expect(await findHost('starter.test')).toEqual({ ownerId: actor.userId, state: 'served' })
  })

  it('rule 70: is closed after its removal or replacement, and an event is published', async () => {
    const actor = await createVerifiedDomain('gone.test')
    await services.settle()
    changedHosts.length = 0
    await claimWithRecords(actor, 'next.test')
    expect(await findHost('gone.test')).toEqual(CLOSED_HOST)
    await verifyDomain(actor)
    await removeDomain(actor)
    expect(await findHost('next.test')).toEqual(CLOSED_HOST)
    expect(await getDomain(actor)).toBeNull()
    await services.settle()
    expect(changedHosts).toEqual([['gone.test'], ['next.test'], ['next.test']])
  })

  it.each([
    TARGET,
    `photos.${TARGET}`,
    'daymark.test',
    '203.0.113.9',
    'localhost',
    'photos.test:443',
    'https://photos.test',
    'a b.test',
  ])('rule 70: cannot be %s', async host => {
    expect(await codeOf(setDomain(await createOwner(), host))).toBe('invalid_input')
  })
})

describe('the check of domains', () => {
  it('rule 70: runs once a day, and reports a DNS mistake for three days before the domain is closed', async () => {
    const host = 'daily.test'
    const actor = await createVerifiedDomain(host)
    dns.queriedNames.length = 0
    services.clock.advance(23 * HOUR_MS)
    await services.runJob('sharing', CheckDomains)
    expect(dns.queriedNames).not.toContain(host)
    dns.set(host, { CNAME: 'elsewhere.test' })
    services.clock.advance(2 * HOUR_MS)
    await services.runJob('sharing', CheckDomains)
    expect(await getDomain(actor)).toMatchObject({ state: 'failing', serves: true, found: { cname: false, txt: true } })
    services.clock.advance(40 * HOUR_MS)
    await services.runJob('sharing', CheckDomains)
    expect(await findHost(host)).toMatchObject({ state: 'served' })
    services.clock.advance(10 * HOUR_MS)
    await services.runJob('sharing', CheckDomains)
    expect(await getDomain(actor)).toMatchObject({ state: 'pending', serves: false })
    expect(await findHost(host)).toEqual(CLOSED_HOST)
  })

  it('rule 70: verifies a claim once its records exist', async () => {
    const actor = await createOwner()
    await claimWithRecords(actor, 'later.test')
    await services.runJob('sharing', CheckDomains)
    expect(await getDomain(actor)).toMatchObject({ state: 'verified' })
  })

  it('rule 70: does not close a domain while its name servers do not respond', async () => {
    const host = 'silent.test'
    const actor = await createVerifiedDomain(host)
    dns.set(host, { isSilent: true })
    services.clock.advance(100 * HOUR_MS)
    expect((await verifyDomain(actor)).domain).toMatchObject({ state: 'failing', serves: true })
    expect((await getDomain(actor))?.problem).toMatch(/did not respond/)
  })

  it('rule 70: limits verifications on request', async () => {
    const actor = await createOwner()
    await setDomain(actor, 'nothing.test')
    const outcomes: string[] = []
    for (let n = 0; n < 32; n++) outcomes.push(await codeOf(verifyDomain(actor)))
    expect(outcomes.filter(code => code === 'done')).toHaveLength(30)
    expect(outcomes.at(-1)).toBe('too_many_requests')
  })
})
