import * as http from '../http/index.ts'
import { route } from '../route.ts'

/** The caller's backups, for every plan: those of a plan before can be brought back as long as they are kept. */
export const getBackups = route('GET', '/api/backups', { auth: 'session', answer: http.backups })
/** Brings back what is missing, in the background; `restore` of the answer tells how far it is. */
export const restoreBackup = route('POST', '/api/backups/restores', {
  auth: 'session',
  body: http.restoreBody,
  answer: http.backups,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
/** How this installation keeps its promise of backups (L-SEC-02). */
export const getBackupFacts = route('GET', '/api/backups/facts', { auth: 'open', answer: http.backupFacts })
