import type { http } from '@daymark/contracts'
import { useEffect, useEffectEvent, useState } from 'react'
import { MailLinkDialog } from './mail-link.dialog.tsx'
import { copyOrShow } from '../../../ui/feedback/copy.tsx'

type Props = {
  token: string
  /** The purpose of the personal link, as the visitor sees it. */
  part: 'picks' | 'comments'
  read: () => Promise<http.PicksKey | null>
  onCopied: () => void
  onClose: () => void
}

/** Copies the visitor's personal link, and offers it by email if mail is set up. Runs when mounted. */
export function MyLink({ token, part, read, onCopied, onClose }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  /** Returns whether the link can be sent by email. */
  const copy = useEffectEvent(async () => {
    const found = await read()
    if (!found) return false
    const address = `${location.origin}${location.pathname}#${part}=${found.key}`
    if (await copyOrShow(address)) onCopied()
    return found.mail
  })
  const goOn = useEffectEvent((mayMail: boolean) => (mayMail ? setIsAsking(true) : onClose()))
  useEffect(() => void copy().then(goOn), [])
  return isAsking && <MailLinkDialog token={token} onClose={onClose} />
}
