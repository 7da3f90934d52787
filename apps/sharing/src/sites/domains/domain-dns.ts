import { challengeName } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { Resolver } from 'node:dns/promises'
import { SharingConfig } from '../../config.ts'

/** The caller waits, and not longer than for any other answer. */
const QUERY_MS = 1200
const ALL_MS = 4000
/** More than anybody has under one name. */
const MOST_ANSWERS = 50
/** Names that are known to have no such record; everything else that fails says nothing about the name. */
const NONE = new Set(['ENOTFOUND', 'ENODATA'])

export type Asked = { host: string; challenge: string; target: string }
export type Looked = {
  cname: boolean
  txt: boolean
  /** Undefined where both are as they have to be. */
  problem: string | undefined
  /** Some name server did not answer: nothing is known about the name. */
  isUnknown: boolean
  texts: string[]
}

/** What DNS says of a host and of the record that proves it. */
@Injectable()
export class DomainDns {
  private readonly servers: string[]
  constructor({ dnsServers }: SharingConfig) {
    this.servers = dnsServers
  }

  async look({ host, challenge, target }: Asked): Promise<Looked> {
    const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 })
    if (this.servers.length > 0) resolver.setServers(this.servers)
    const late = setTimeout(() => resolver.cancel(), ALL_MS)
    try {
      const [names, own, wanted, records] = await Promise.all([
        answers(resolver.resolveCname(host)),
        addresses(resolver, host),
        addresses(resolver, target),
        answers(resolver.resolveTxt(challengeName(host))),
      ])
      const texts = records?.map(parts => parts.join('').trim())
      return judge({ host, challenge, target }, { names, own, wanted, texts })
    } finally {
      clearTimeout(late)
    }
  }
}

/** Undefined: nobody said. */
type Answers = {
  names: string[] | undefined
  own: string[] | undefined
  wanted: string[] | undefined
  texts: string[] | undefined
}

function judge(asked: Asked, { names, own, wanted, texts }: Answers): Looked {
  const txt = texts?.includes(asked.challenge) ?? false
  const cname = names?.some(name => asName(name) === asked.target) || isSame(own, wanted)
  const isUnknown = isSilent(txt, [texts]) || isSilent(cname, [names, own])
  const problem = isUnknown
    ? `The name servers of ${asked.host} did not respond. We will try again automatically.`
    : problemOf({ ...asked, names, own, texts }, txt, cname)
  return { cname, txt, problem, isUnknown, texts: texts ?? [] }
}

const isSilent = (isFound: boolean, answers: (string[] | undefined)[]): boolean =>
  !isFound && answers.includes(undefined)

/** An ALIAS, or a CNAME that was flattened, leaves no name: then its addresses are those of the target. */
const isSame = (own: string[] | undefined, wanted: string[] | undefined): boolean =>
  own !== undefined && own.length > 0 && own.every(address => wanted?.includes(address))

type Found = Asked & Omit<Answers, 'wanted'>

function problemOf(found: Found, txt: boolean, cname: boolean): string | undefined {
  if (!txt) return problemOfTxt(found)
  return cname ? undefined : problemOfCname(found)
}

function problemOfTxt({ host, texts }: Found): string {
  return texts?.length
    ? `The TXT record at ${challengeName(host)} has another value.`
    : `There is no TXT record at ${challengeName(host)} yet. A new record can take an hour to become visible.`
}

function problemOfCname({ host, target, names, own }: Found): string {
  const elsewhere = names?.[0] ?? own?.[0]
  return elsewhere === undefined
    ? `${host} does not point anywhere yet. A new record can take an hour to become visible.`
    : `${host} points to ${asName(elsewhere)} instead of ${target}.`
}

const asName = (text: string): string => text.toLowerCase().replace(/\.$/, '').slice(0, 255)

async function addresses(resolver: Resolver, host: string): Promise<string[] | undefined> {
  const [v4, v6] = await Promise.all([answers(resolver.resolve4(host)), answers(resolver.resolve6(host))])
  return v4 && v6 && [...v4, ...v6]
}

/** None is an answer; undefined is silence. */
async function answers<T>(asked: Promise<T[]>): Promise<T[] | undefined> {
  try {
    return (await asked).slice(0, MOST_ANSWERS)
  } catch (error) {
    return NONE.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
  }
}
