import type { http } from '@daymark/contracts'
import type { ShareDraft } from '../../../domain/shares/share-choice.ts'

/** What the fields of each section of the dialog are given. */
export type SectionProps = {
  draft: ShareDraft
  set: (change: Partial<ShareDraft>) => void
  /** Absent for a link that is being made. */
  share: http.Share | undefined
  albumTitle: string
  /** It begins with a preset that wants a password. */
  asksPassword: boolean
}
