import { randomUUID } from 'node:crypto'
import { identity, userCreated, type Actor, type AppError } from '@daymark/contracts'
import type { z } from 'zod'
import { setUp } from '@daymark/testing'
import { startIdentity, PASSWORD, superAdmin } from './identity-services.ts'

const services = setUp(startIdentity)

const newUserInput = (): z.input<(typeof identity.createUser)['input']> => ({
  email: `${randomUUID()}@example.org`,
  password: PASSWORD,
  displayName: null,
  role: 'user',
  tier: 'starter',
  mustChangePassword: false,
})
const createUser = (values: Partial<ReturnType<typeof newUserInput>>, by: Actor = superAdmin) =>
  services.rpc.call(identity.createUser, { ...newUserInput(), ...values }, by)

describe('creating an account', () => {
  it('S-ADA-07: one of five concurrent requests with the same email succeeds, and one event is published', async () => {
    const email = `${randomUUID()}@example.org`
    const spellings = [email, email.toUpperCase(), email, email.toUpperCase(), email]
    const results = await Promise.allSettled(spellings.map(spelling => createUser({ email: spelling })))
    const outcomes = results.map(result => (result.status === 'fulfilled' ? 'made' : (result.reason as AppError).code))
    expect(outcomes.toSorted()).toEqual([...Array(4).fill('email_taken'), 'made'])
    await services.settle()
    const published = services
      .published(userCreated)
      .filter(data => (data as { email: string }).email.toLowerCase() === email)
    expect(published).toHaveLength(1)
  })
})
