import { type Told, verifyAudit } from '@daymark/admin'
import { processEnv } from '@daymark/platform'
import { UsageError } from './services.ts'

const USAGE = 'Say daymark audit verify [<seq>:<hash> …], the ends that the log of admin has told (audit.checkpoint).'

/** `verify` walks the chain of the audit log; exit code 1 and the first entry that is not as it was written. */
export async function audit([verb, ...ends]: string[]): Promise<void> {
  if (verb !== 'verify') throw new UsageError(USAGE)
  const { walked, brokenAt, missed } = await verifyAudit(processEnv(), ends.map(toldOf))
  const { entries, first, seq, hash } = walked
  if (brokenAt === null)
    console.log(`${entries} entries from ${first ?? seq + 1} to ${seq} are as they were written. End: ${seq}:${hash}`)
  else console.log(`BROKEN at entry ${brokenAt}: it is not there or not as it was written. ${entries} before it are.`)
  for (const one of missed)
    console.log(`BROKEN: entry ${one.seq} does not have the hash ${one.hash} that was told once.`)
  if (brokenAt !== null || missed.length > 0) process.exitCode = 1
}

function toldOf(word: string): Told {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(word) ?? []
  if (seq === undefined || hash === undefined) throw new UsageError(USAGE)
  return { seq: Number(seq), hash }
}
