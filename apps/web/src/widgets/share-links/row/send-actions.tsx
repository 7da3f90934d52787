import type { http } from '@daymark/contracts'
import { Copy, QrCode, Share } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { logFailure } from '../../../lib/log.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { copyLink } from '../../../ui/feedback/copy.tsx'
import styles from './share-row.module.css'

const LinkCodeDialog = lazy(async () => ({ default: (await import('../code/link-code.dialog.tsx')).LinkCodeDialog }))

/** The system's share sheet; canceling it is no failure. Returns whether it could be opened. */
async function openSheet({ url, album_title: title }: http.Share): Promise<boolean> {
  try {
    await navigator.share({ title, url })
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'AbortError') return true
    logFailure('Sharing failed', reason)
    return false
  }
  return true
}

/** The ways to send a link. */
export function SendActions({ share, isNew }: { share: http.Share; isNew: boolean }) {
  const isPhone = useIsPhone()
  const [isCodeOpen, setIsCodeOpen] = useState(false)
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The Copy button of a new link has the focus.
    if (isNew) actions.current?.querySelector('button')?.focus()
  }, [isNew])
  const copy = () => copyLink(share.url)
  const send = async () => {
    if (!(await openSheet(share))) await copy()
  }
  return (
    <div ref={actions} className={styles['send']}>
      <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
        Copy Link
      </Button>
      {isPhone && 'share' in navigator && (
        <IconButton name="Share" size="small" className={styles['icon']} onClick={() => void send()}>
          <Share aria-hidden />
        </IconButton>
      )}
      <IconButton name="QR code" size="small" className={styles['icon']} onClick={() => setIsCodeOpen(true)}>
        <QrCode aria-hidden />
      </IconButton>
      <Suspense>{isCodeOpen && <LinkCodeDialog share={share} onClose={() => setIsCodeOpen(false)} />}</Suspense>
    </div>
  )
}
