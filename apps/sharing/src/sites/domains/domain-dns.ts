import { challengeName } from '@daymark/contracts'
import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Resolver } from 'node:dns/promises'

/** Timeout of one DNS query, which is short because users wait for the result on a screen. */
const QUERY_TIMEOUT_MS = 1200
const LOOKUP_TIMEOUT_MS = 4000
/** Maximum number of records of one name that are read. */
const MAX_RECORDS = 50
/** Error codes that mean that a record does not exist. After any other error, it is not known whether the record exists. */
const NOT_FOUND_CODES = new Set(['ENOTFOUND', 'ENODATA'])

type DomainLookup = { host: string; challenge: string; target: string }
export type LookupResult = {
  /** True if the CNAME record, or the addresses of the host, point to the target. */
  cname: boolean
  /** True if one of the TXT records contains the challenge. */
  txt: boolean
  /** Text for the owner. Undefined if both records are correct. */
  problem: string | undefined
  /** True if a name server did not respond, so that the result is not known. */
  isUnknown: boolean
  /** The values of all TXT records at `_daymark.` and the host. */
  txtValues: string[]
}

/** Looks up the records of a host, and the TXT record that proves who owns the host. */
@Injectable()
export class DomainDns {
  private readonly dnsServers: string[]
  constructor({ dnsServers }: PlatformConfig) {
    this.dnsServers = dnsServers
  }

  async lookUp({ host, challenge, target }: DomainLookup): Promise<LookupResult> {
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 })
    if (this.dnsServers.length > 0) resolver.setServers(this.dnsServers)
    const timer = setTimeout(() => resolver.cancel(), LOOKUP_TIMEOUT_MS)
    try {
      const [cnameTargets, hostAddresses, targetAddresses, records] = await Promise.all([
        readRecords(resolver.resolveCname(host)),
        resolveAddresses(resolver, host),
        resolveAddresses(resolver, target),
        readRecords(resolver.resolveTxt(challengeName(host))),
      ])
      const txtValues = records?.map(parts => parts.join('').trim())
      return evaluateRecords({ host, challenge, target }, { cnameTargets, hostAddresses, targetAddresses, txtValues })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The responses to the DNS queries. Undefined for a query without a response. */
type LookupResponses = {
  cnameTargets: string[] | undefined
  hostAddresses: string[] | undefined
  targetAddresses: string[] | undefined
  txtValues: string[] | undefined
}

function evaluateRecords(lookup: DomainLookup, responses: LookupResponses): LookupResult {
  const { cnameTargets, hostAddresses, targetAddresses, txtValues } = responses
  const txt = txtValues?.includes(lookup.challenge) ?? false
  const cname =
    cnameTargets?.some(name => normalizeName(name) === lookup.target) ||
    hasSameAddresses(hostAddresses, targetAddresses)
  const isUnknown = isUndecided(txt, [txtValues]) || isUndecided(cname, [cnameTargets, hostAddresses])
  const problem = isUnknown
    ? `The name servers of ${lookup.host} did not respond. We will try again automatically.`
    : describeProblem({ ...lookup, cnameTargets, hostAddresses, txtValues }, txt, cname)
  return { cname, txt, problem, isUnknown, txtValues: txtValues ?? [] }
}

/** Returns true if a record was not found, but a query without a response might have found it. */
const isUndecided = (isFound: boolean, responses: (string[] | undefined)[]): boolean =>
  !isFound && responses.includes(undefined)

/**
 * Returns true if a host has only addresses of the target. ALIAS records and flattened CNAMEs contain no name of their target, so the
 * addresses are compared.
 */
const hasSameAddresses = (hostAddresses: string[] | undefined, targetAddresses: string[] | undefined): boolean =>
  hostAddresses !== undefined &&
  hostAddresses.length > 0 &&
  hostAddresses.every(address => targetAddresses?.includes(address))

type LookupRecords = DomainLookup & Omit<LookupResponses, 'targetAddresses'>

function describeProblem(records: LookupRecords, txt: boolean, cname: boolean): string | undefined {
  if (!txt) return describeTxtProblem(records)
  return cname ? undefined : describeCnameProblem(records)
}

function describeTxtProblem({ host, txtValues }: LookupRecords): string {
  return txtValues?.length
    ? `The TXT record at ${challengeName(host)} has another value.`
    : `There is no TXT record at ${challengeName(host)} yet. A new record can take an hour to become visible.`
}

function describeCnameProblem({ host, target, cnameTargets, hostAddresses }: LookupRecords): string {
  const currentTarget = cnameTargets?.[0] ?? hostAddresses?.[0]
  return currentTarget === undefined
    ? `${host} does not point anywhere yet. A new record can take an hour to become visible.`
    : `${host} points to ${normalizeName(currentTarget)} instead of ${target}.`
}

const normalizeName = (text: string): string => text.toLowerCase().replace(/\.$/, '').slice(0, 255)

async function resolveAddresses(resolver: Resolver, host: string): Promise<string[] | undefined> {
  const [ipv4, ipv6] = await Promise.all([readRecords(resolver.resolve4(host)), readRecords(resolver.resolve6(host))])
  return ipv4 && ipv6 && [...ipv4, ...ipv6]
}

/** Returns the records of a query: an empty list if there are none, undefined if there was no response. */
async function readRecords<T>(query: Promise<T[]>): Promise<T[] | undefined> {
  try {
    return (await query).slice(0, MAX_RECORDS)
  } catch (error) {
    return NOT_FOUND_CODES.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
  }
}
