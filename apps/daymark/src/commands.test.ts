import {
  describeVerification,
  runAuditCommand,
  runDeadLettersCommand,
  runJobsCommand,
  runPhotosCommand,
  runUsersCommand,
} from './operations.ts'
import { UsageError } from './services.ts'
import { runNatsCommand, runSecretCommand, runStripeCommand } from './setup.ts'

const commands: Record<string, (args: string[]) => Promise<void>> = {
  audit: runAuditCommand,
  'dead-letters': runDeadLettersCommand,
  jobs: runJobsCommand,
  nats: runNatsCommand,
  photos: runPhotosCommand,
  secret: runSecretCommand,
  stripe: runStripeCommand,
  users: runUsersCommand,
}

it.each([
  'audit',
  'audit verify 7',
  'dead-letters remove all',
  'dead-letters replay',
  'jobs',
  'jobs retry',
  'jobs retry 7',
  'jobs drop all',
  'nats',
  'nats config',
  'photos',
  'photos retry --since 2026-05-31T10:00Z',
  'photos retry --from 2026-05-31T10:00Z',
  'secret',
  'stripe',
  'users reset-second-step',
])('daymark %s, which is incomplete or wrong, is rejected with an explanation', async line => {
  const [name = '', ...args] = line.split(' ')
  await expect(commands[name]?.(args)).rejects.toThrow(UsageError)
})

describe('rule 73 daymark audit verify', () => {
  const progress = { seq: 9, hash: 'ab', first: 4, entries: 6 }
  const intact = { progress, brokenAt: null, isComplete: true, missingCheckpoints: [] }

  it.each([
    ['that nothing was changed', {}, ['6 entries from 4 to 9 are unchanged. End: 9:ab']],
    ['the first changed entry', { brokenAt: 10 }, [/^BROKEN at entry 10: .* The 6 entries before it are unchanged\.$/]],
    [
      'a missing checkpoint',
      { missingCheckpoints: [{ seq: 5, hash: 'cd' }] },
      [/^6 entries/, /^BROKEN: entry 5 does not match .* cd\.$/],
    ],
  ])('prints %s', (_, changes, expected) => {
    const lines = describeVerification({ ...intact, ...changes })
    expect(lines).toEqual(expected.map(line => expect.stringMatching(line)))
  })
})
