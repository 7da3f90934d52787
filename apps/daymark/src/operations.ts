import type { Checkpoint } from '@daymark/admin'
import { type DeadLetter, deadLetters as open, processEnv } from '@daymark/platform'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { load, UsageError } from './services.ts'

/** `reset-second-step` lets a user who lost authenticator and recovery codes sign in with the password alone. */
export async function users([verb, email]: string[]): Promise<void> {
  if (verb !== 'reset-second-step' || !email) throw new UsageError('Usage: daymark users reset-second-step <email>.')
  const { resetSecondStepOf } = await import('@daymark/identity')
  if (!(await resetSecondStepOf(processEnv(), email)))
    throw new UsageError(`No account with the email ${email} exists.`)
  console.log(`${email} can now sign in with the password alone. Two-step sign-in can be enabled again in Settings.`)
}

const PHOTOS_USAGE =
  'Usage: daymark photos retry --from <time> --to <time> [--owner <user id>], with times such as 2026-05-31T10:00Z.'

/** `retry` processes the photos again that failed within a time span, for example because of a machine fault. */
export async function photos([verb, ...rest]: string[]): Promise<void> {
  if (verb !== 'retry') throw new UsageError(PHOTOS_USAGE)
  const { from, to, owner: ownerId } = retryOptions(rest)
  const span = { from: timeOf(from), to: timeOf(to), ...(ownerId !== undefined && { ownerId }) }
  const { retrySpan } = await import('@daymark/library')
  console.log(`${await retrySpan(processEnv(), span)} photos will be retried.`)
}

function retryOptions(words: string[]): { from?: string; to?: string; owner?: string } {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args: words, options: { from: text, to: text, owner: text } }).values
  } catch {
    throw new UsageError(PHOTOS_USAGE)
  }
}

function timeOf(text: string | undefined): Date {
  const time = new Date(text ?? '')
  if (Number.isNaN(time.getTime())) throw new UsageError(PHOTOS_USAGE)
  return time
}

const DEAD_LETTERS_USAGE =
  'Usage: daymark dead-letters list [service], replay <event id>|all [service], or drop <event id>|all [service].'

/**
 * `list [service]` shows dead letters; `replay <event id> | all [service]` retries them within seconds; `drop` deletes them.
 */
export async function deadLetters([verb, ...rest]: string[]): Promise<void> {
  if (verb !== 'list' && verb !== 'replay' && verb !== 'drop') throw new UsageError(DEAD_LETTERS_USAGE)
  const [selection = '', service = 'all'] = verb === 'list' ? ['all', rest[0]] : rest
  if (!selection) throw new UsageError(`Name an event: daymark dead-letters ${verb} <event id>, or all.`)
  const definitions = (await load([service])).filter(d => d.database !== false)
  const letters = open(
    processEnv(),
    definitions.map(d => d.name),
  )
  if (verb === 'list') printDeadLetters(await letters.list())
  else if (verb === 'replay') console.log(`${await letters.replay(selection)} events will be retried.`)
  else console.log(`${await letters.drop(selection)} events dropped.`)
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

/** `verify` checks the hash chain of the audit log. It prints the first changed entry and exits with 1. */
export async function audit([verb, ...ends]: string[]): Promise<void> {
  if (verb !== 'verify') throw new UsageError(AUDIT_USAGE)
  const { verifyAudit } = await import('@daymark/admin')
  const { progress, brokenAt, missed } = await verifyAudit(processEnv(), ends.map(checkpointOf))
  const { entries, first, seq, hash } = progress
  if (brokenAt === null)
    console.log(`${entries} entries from ${first ?? seq + 1} to ${seq} are unchanged. End: ${seq}:${hash}`)
  else
    console.log(
      `BROKEN at entry ${brokenAt}: the entry is missing or was changed. The ${entries} entries before it are unchanged.`,
    )
  for (const one of missed)
    console.log(`BROKEN: entry ${one.seq} does not match the earlier checkpoint hash ${one.hash}.`)
  if (brokenAt !== null || missed.length > 0) process.exitCode = 1
}

function checkpointOf(word: string): Checkpoint {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(word) ?? []
  if (seq === undefined || hash === undefined) throw new UsageError(AUDIT_USAGE)
  return { seq: Number(seq), hash }
}

/** The build of the image puts the file next to the installed packages. */
const SBOM_FILE = new URL('../../../sbom.cdx.json', import.meta.url)

/** Prints the software bill of materials of this image (CycloneDX). */
export async function sbom(): Promise<void> {
  const text = await readFile(SBOM_FILE, 'utf8').catch(() => {
    throw new UsageError('No SBOM found. Images contain one. In a checkout, create one with npm sbom.')
  })
  // wait until a pipe has accepted everything, because the process exits afterwards
  await new Promise<void>((resolve, reject) => process.stdout.write(text, e => (e ? reject(e) : resolve())))
}
