import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { MailLinkDialog } from './mail-link.dialog.tsx'

type Way = {
  token: string
  /** What she knows her link for. */
  part: 'picks' | 'comments'
  read: () => Promise<http.PicksKey | null>
  onCopied: () => void
}

/** Copies her personal link; where mail is sent, she may have it that way as well. `dialog` is to be shown as it is. */
export function useMyLink({ token, part, read, onCopied }: Way) {
  const [isAsking, setIsAsking] = useState(false)
  const copy = async () => {
    const found = await read()
    if (!found) return
    const address = `${location.origin}${location.pathname}#${part}=${found.key}`
    if (await copyText(address)) onCopied()
    else window.prompt('Copy your link:', address)
    setIsAsking(found.mail)
  }
  return { copy, dialog: isAsking && <MailLinkDialog token={token} onClose={() => setIsAsking(false)} /> }
}
