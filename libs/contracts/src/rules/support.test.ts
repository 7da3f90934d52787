import { accountNumber, supportAddress, supportSubject } from './support.ts'

const account = { userId: '0198f3c2-7d4e-7a31-9c55-0a1b2c3d4e5f', tier: 'advanced' } as const

it('rule 72 an account number can be read out', () => expect(accountNumber(account.userId)).toBe('0A1B-2C3D-4E5F'))

it('rule 72 fills plan and account into the address and subject', () => {
  expect(supportSubject('Support · {plan} · {account} {x}', account)).toBe('Support · Advanced · 0A1B-2C3D-4E5F {x}')
  expect(supportAddress('help+{plan}-{account}@example.com', account)).toBe('help+advanced-0a1b-2c3d-4e5f@example.com')
  expect(supportAddress('help@example.com', account)).toBe('help@example.com')
})
