import { z } from 'zod'
import { done, rpc } from './define.ts'
import { accountChoice } from './identity.accounts.ts'

/** Accounts as the administration handles them, composed from their owners. Everything is for super_admin; FORBIDDEN otherwise. */
export const adminAccounts = {
  noteExport: rpc('admin.accounts.note-export', z.object(accountChoice), done),
}
