import type { http } from '@daymark/contracts'
import { COPIED_MS } from '@daymark/contracts'
import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import styles from './share-row.module.css'

/** How a link reaches whom it is for. */
export function SendActions({ share, isNew }: { share: http.Share; isNew: boolean }) {
  const showToast = useToast()
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A link that was just made is there to be copied.
    if (isNew) actions.current?.querySelector('button')?.focus()
  }, [isNew])
  const copy = async () => {
    if (await copyText(share.url)) showToast('Link copied!', COPIED_MS)
    else window.prompt('Copy this link:', share.url)
  }
  return (
    <div ref={actions} className={styles['send']}>
      <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
        Copy Link
      </Button>
    </div>
  )
}
