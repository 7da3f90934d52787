import type { Visitor } from '@daymark/testing/outside'
import type { Member } from './people.ts'

export const integratorOf = async (member: Member): Promise<Visitor> => member
