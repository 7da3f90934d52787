import { type Checkpoint, verifyAudit } from '@daymark/admin'
import { processEnv } from '@daymark/platform'
import { UsageError } from './services.ts'

const USAGE = 'Usage: daymark audit verify [<seq>:<hash> …], with checkpoints from the log of admin (audit.checkpoint).'

/** `verify` walks the chain of the audit log; exit code 1 and the first entry that is not as it was written. */
export async function audit([verb, ...ends]: string[]): Promise<void> {
  if (verb !== 'verify') throw new UsageError(USAGE)
  const { walked, brokenAt, missed } = await verifyAudit(processEnv(), ends.map(checkpointOf))
  const { entries, first, seq, hash } = walked
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
  if (seq === undefined || hash === undefined) throw new UsageError(USAGE)
  return { seq: Number(seq), hash }
}
