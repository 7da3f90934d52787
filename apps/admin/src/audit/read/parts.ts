import { CheckAudit } from './check-audit.handler.ts'
import { GetFacts } from './get-facts.handler.ts'
import { ListAudit } from './list-audit.handler.ts'
import { NoteExport } from './note-export.handler.ts'

export const readAudit = [ListAudit, CheckAudit, NoteExport, GetFacts]
