import type { http } from '@daymark/contracts'
import { useEffect, useEffectEvent, useState } from 'react'
import { MailLinkDialog } from './mail-link.dialog.tsx'
import { copyOrShow } from '../../../ui/feedback/copy.tsx'

type Props = {
  token: string
  /** What she knows her link for. */
  part: 'picks' | 'comments'
  read: () => Promise<http.PicksKey | null>
  onCopied: () => void
  onClose: () => void
}

/** Copies her personal link; where mail is sent, she may have it that way as well. Mount it to do so. */
export function MyLink({ token, part, read, onCopied, onClose }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  /** Answers whether she may have it by mail too. */
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
