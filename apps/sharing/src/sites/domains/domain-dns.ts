import { challengeName } from '@daymark/contracts'
import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Resolver } from 'node:dns/promises'

/** A user waits for this lookup. */
const QUERY_MS = 1200
const ALL_MS = 4000
/** Upper bound of records under one name. */
const MAX_RECORDS = 50
/** Errors that mean the record does not exist. Other errors mean nothing about the name. */
const NOT_FOUND = new Set(['ENOTFOUND', 'ENODATA'])

export type Lookup = { host: string; challenge: string; target: string }
export type LookupResult = {
  cname: boolean
  txt: boolean
  /** Undefined if both records are correct. */
  problem: string | undefined
  /** A name server did not respond, so the result is unknown. */
  isUnknown: boolean
  texts: string[]
}

/** Looks up a host and the TXT record that proves its ownership. */
@Injectable()
export class DomainDns {
  private readonly servers: string[]
  constructor({ dnsServers }: PlatformConfig) {
    this.servers = dnsServers
  }

  async lookUp({ host, challenge, target }: Lookup): Promise<LookupResult> {
    const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 })
    if (this.servers.length > 0) resolver.setServers(this.servers)
    const timer = setTimeout(() => resolver.cancel(), ALL_MS)
    try {
      const [names, hostAddresses, targetAddresses, records] = await Promise.all([
        answers(resolver.resolveCname(host)),
        addresses(resolver, host),
        addresses(resolver, target),
        answers(resolver.resolveTxt(challengeName(host))),
      ])
      const texts = records?.map(parts => parts.join('').trim())
      return evaluate({ host, challenge, target }, { names, own: hostAddresses, targetAddresses, texts })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Undefined: no response. */
type Answers = {
  names: string[] | undefined
  own: string[] | undefined
  targetAddresses: string[] | undefined
  texts: string[] | undefined
}

function evaluate(lookup: Lookup, { names, own, targetAddresses, texts }: Answers): LookupResult {
  const txt = texts?.includes(lookup.challenge) ?? false
  const cname = names?.some(name => normalizedName(name) === lookup.target) || hasSameAddresses(own, targetAddresses)
  const isUnknown = isUnanswered(txt, [texts]) || isUnanswered(cname, [names, own])
  const problem = isUnknown
    ? `The name servers of ${lookup.host} did not respond. We will try again automatically.`
    : problemOf({ ...lookup, names, own, texts }, txt, cname)
  return { cname, txt, problem, isUnknown, texts: texts ?? [] }
}

const isUnanswered = (isFound: boolean, answers: (string[] | undefined)[]): boolean =>
  !isFound && answers.includes(undefined)

/** ALIAS records and flattened CNAMEs have no target name, so the addresses are compared. */
const hasSameAddresses = (hostAddresses: string[] | undefined, target: string[] | undefined): boolean =>
  hostAddresses !== undefined && hostAddresses.length > 0 && hostAddresses.every(address => target?.includes(address))

type Answered = Lookup & Omit<Answers, 'targetAddresses'>

function problemOf(records: Answered, txt: boolean, cname: boolean): string | undefined {
  if (!txt) return problemOfTxt(records)
  return cname ? undefined : problemOfCname(records)
}

function problemOfTxt({ host, texts }: Answered): string {
  return texts?.length
    ? `The TXT record at ${challengeName(host)} has another value.`
    : `There is no TXT record at ${challengeName(host)} yet. A new record can take an hour to become visible.`
}

function problemOfCname({ host, target, names, own }: Answered): string {
  const elsewhere = names?.[0] ?? own?.[0]
  return elsewhere === undefined
    ? `${host} does not point anywhere yet. A new record can take an hour to become visible.`
    : `${host} points to ${normalizedName(elsewhere)} instead of ${target}.`
}

const normalizedName = (text: string): string => text.toLowerCase().replace(/\.$/, '').slice(0, 255)

async function addresses(resolver: Resolver, host: string): Promise<string[] | undefined> {
  const [v4, v6] = await Promise.all([answers(resolver.resolve4(host)), answers(resolver.resolve6(host))])
  return v4 && v6 && [...v4, ...v6]
}

/** An empty list means no records; undefined means no response. */
async function answers<T>(query: Promise<T[]>): Promise<T[] | undefined> {
  try {
    return (await query).slice(0, MAX_RECORDS)
  } catch (error) {
    return NOT_FOUND.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
  }
}
