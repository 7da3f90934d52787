import type { AuditVerification, Checkpoint } from '@daymark/admin'
import { system } from '@daymark/contracts'
import {
  type Database,
  type DeadLetter,
  createDeadLetterCommands as open,
  processEnv,
  WaitingJobs,
  withDatabase,
} from '@daymark/platform'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { loadServices, UsageError } from './services.ts'

/**
 * Runs `daymark users reset-second-step`: the user can sign in with the password alone, for example after losing the authenticator and the
 * recovery codes.
 */
export async function runUsersCommand([subcommand, email]: string[]): Promise<void> {
  if (subcommand !== 'reset-second-step' || !email)
    throw new UsageError('Usage: daymark users reset-second-step <email>.')
  const { resetSecondStepOf } = await import('@daymark/identity')
  if (!(await resetSecondStepOf(processEnv(), email)))
    throw new UsageError(`No account with the email ${email} exists.`)
  console.log(`${email} can now sign in with the password alone. Two-step sign-in can be enabled again in Settings.`)
}

const PHOTOS_USAGE =
  'Usage: daymark photos retry --from <time> --to <time> [--owner <user id>], with times such as 2026-05-31T10:00Z.'

/**
 * Runs `daymark photos retry`: processes photos again whose processing failed in a time range, for example because a disk was full.
 */
export async function runPhotosCommand([subcommand, ...operands]: string[]): Promise<void> {
  if (subcommand !== 'retry') throw new UsageError(PHOTOS_USAGE)
  const { from, to, owner: ownerId } = parseRetryOptions(operands)
  const timeRange = { from: parseTime(from), to: parseTime(to), ...(ownerId !== undefined && { ownerId }) }
  const { retryFailedBetween } = await import('@daymark/library')
  console.log(`${await retryFailedBetween(processEnv(), timeRange)} photos will be retried.`)
}

function parseRetryOptions(args: string[]): { from?: string; to?: string; owner?: string } {
  const stringOption = { type: 'string' } as const
  try {
    return parseArgs({ args, options: { from: stringOption, to: stringOption, owner: stringOption } }).values
  } catch {
    throw new UsageError(PHOTOS_USAGE)
  }
}

function parseTime(text: string | undefined): Date {
  const time = new Date(text ?? '')
  if (Number.isNaN(time.getTime())) throw new UsageError(PHOTOS_USAGE)
  return time
}

const DEAD_LETTERS_USAGE =
  'Usage: daymark dead-letters list [service], replay <event id>|all [service], or drop <event id>|all [service].'

/** Runs `daymark dead-letters`: prints (`list`), redelivers (`replay`) or deletes (`drop`) events that a subscriber failed to handle. */
export async function runDeadLettersCommand([subcommand, ...operands]: string[]): Promise<void> {
  if (subcommand !== 'list' && subcommand !== 'replay' && subcommand !== 'drop')
    throw new UsageError(DEAD_LETTERS_USAGE)
  const [selection = '', service = 'all'] = subcommand === 'list' ? ['all', operands[0]] : operands
  if (!selection) throw new UsageError(`Name an event: daymark dead-letters ${subcommand} <event id>, or all.`)
  const definitions = (await loadServices([service])).filter(d => d.database !== false)
  const deadLetters = open(
    processEnv(),
    definitions.map(d => d.name),
  )
  if (subcommand === 'list') printDeadLetters(await deadLetters.list())
  else if (subcommand === 'replay') console.log(`${await deadLetters.replay(selection)} events will be retried.`)
  else console.log(`${await deadLetters.drop(selection)} events dropped.`)
}

function printDeadLetters(rows: DeadLetter[]): void {
  if (!rows.length) console.log('No dead letters.')
  for (const r of rows)
    console.log(
      `${r.diedAt}  ${r.service}  ${r.eventId}  ${r.type} -> ${r.subscriber}  ${r.attempts} attempts: ${r.reason}`,
    )
}

const AUDIT_USAGE =
  'Usage: daymark audit verify [<seq>:<hash> …], with checkpoints from the log of admin (audit.checkpoint).'

/**
 * Runs `daymark audit verify`, which checks the hash chain of the audit log. If an entry was changed, it prints the first such entry and
 * sets the exit code 1.
 */
export async function runAuditCommand([subcommand, ...checkpoints]: string[]): Promise<void> {
  if (subcommand !== 'verify') throw new UsageError(AUDIT_USAGE)
  const { verifyAudit } = await import('@daymark/admin')
  const verification = await verifyAudit(processEnv(), checkpoints.map(parseCheckpoint))
  for (const line of describeVerification(verification)) console.log(line)
  if (verification.brokenAt !== null || verification.missingCheckpoints.length > 0) process.exitCode = 1
}

/** Returns the lines that report the result of `daymark audit verify`. */
export function describeVerification({ progress, brokenAt, missingCheckpoints }: AuditVerification): string[] {
  const { entries, first, seq, hash } = progress
  return [
    brokenAt === null
      ? `${entries} entries from ${first ?? seq + 1} to ${seq} are unchanged. End: ${seq}:${hash}`
      : `BROKEN at entry ${brokenAt}: the entry is missing or was changed. The ${entries} entries before it are unchanged.`,
    ...missingCheckpoints.map(
      one => `BROKEN: entry ${one.seq} does not match the earlier checkpoint hash ${one.hash}.`,
    ),
  ]
}

function parseCheckpoint(word: string): Checkpoint {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(word) ?? []
  if (seq === undefined || hash === undefined) throw new UsageError(AUDIT_USAGE)
  return { seq: Number(seq), hash }
}

/** File that the build of the image creates next to the installed packages. A checkout has none. */
const SBOM_FILE = new URL('../../../sbom.cdx.json', import.meta.url)

/** Prints the software bill of materials of this image (CycloneDX). */
export async function printSbom(): Promise<void> {
  const text = await readFile(SBOM_FILE, 'utf8').catch(() => {
    throw new UsageError('No SBOM found. Images contain one. In a checkout, create one with npm sbom.')
  })
  // waits until everything is written, because the process exits afterwards and a pipe would lose the rest
  await new Promise<void>((resolve, reject) => process.stdout.write(text, e => (e ? reject(e) : resolve())))
}

const USAGE = 'Usage: daymark jobs list [service], retry <id>|<kind>|all [service], or drop <id>|<kind> [service].'
const MAX_FAILING_JOBS = 50

/**
 * Runs `daymark jobs`: `list` prints waiting, running and failing jobs, `retry` runs failing jobs now, and `drop` deletes waiting jobs. An
 * id is unique only within a service, so `retry` and `drop` of an id need the name of the service.
 */
export async function runJobsCommand([subcommand = '', ...operands]: string[]): Promise<void> {
  if (subcommand === 'list') return listJobs(operands[0])
  const [selection = '', service] = operands
  if ((subcommand !== 'retry' && subcommand !== 'drop') || !selection) throw new UsageError(USAGE)
  if (subcommand === 'drop' && selection === 'all')
    throw new UsageError('Name an id or a kind: daymark jobs drop <id>|<kind>.')
  if (/^\d+$/.test(selection) && !service)
    throw new UsageError(`Name the service: daymark jobs ${subcommand} ${selection} <service>.`)
  let changedCount = 0
  await forEachService(
    service,
    async db => void (changedCount += await new WaitingJobs(db)[subcommand](selection, new Date(), system)),
  )
  console.log(`${changedCount} jobs ${subcommand === 'retry' ? 'will be retried' : 'dropped'}.`)
}

async function listJobs(service?: string): Promise<void> {
  let kindCount = 0
  await forEachService(service, async (db, name) => void (kindCount += await printJobs(name, new WaitingJobs(db))))
  if (kindCount === 0) console.log('No jobs are waiting or running.')
}

/** Runs `work` with the database of each service, one after another. The services themselves need not run. */
async function forEachService(service = 'all', work: (db: Database, service: string) => Promise<void>): Promise<void> {
  for (const { name, database } of await loadServices([service]))
    if (database !== false) await withDatabase(processEnv(), { service: name }, db => work(db, name))
}

/** Prints the jobs of a service and returns the number of job kinds that have jobs. */
async function printJobs(service: string, jobs: WaitingJobs): Promise<number> {
  const now = new Date()
  const kinds = await jobs.summarize(now)
  for (const { kind, waiting, running, failing, oldestSeconds } of kinds)
    console.log(
      `${service}  ${kind}  ${waiting} waiting, ${running} running, ${failing} failing, oldest ${Math.round(oldestSeconds)} s`,
    )
  for (const { id, kind, attempts, runAt, reason } of await jobs.listFailing(now, MAX_FAILING_JOBS))
    console.log(`${service}  ${kind}  ${id}  ${attempts} attempts, next ${runAt.toISOString()}: ${reason}`)
  return kinds.length
}
