import { History, Replace } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Photo } from '../../domain/photos/photo.ts'
import { lazyOf } from '../../lib/lazy.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import styles from './file-replacement.module.css'

export const ReplaceFilesDialog = lazyOf(() => import('./replace-files.dialog.tsx'), 'ReplaceFilesDialog')
const EarlierVersionDialog = lazyOf(() => import('./earlier-version.dialog.tsx'), 'EarlierVersionDialog')

/** Buttons that replace the file of a photo or open its earlier version. */
export function FileVersions({ photo }: { photo: Photo }) {
  const [open, setOpen] = useState<'replace' | 'earlier' | null>(null)
  const close = () => setOpen(null)
  const { status, error, has_earlier_version: hasEarlier = false } = photo.replacement ?? {}
  return (
    <div className="stack-3">
      {status === 'processing' && <Notice>The new file is processing. Until then the photo does not change.</Notice>}
      {status === 'failed' && <Notice tone="warning">{error}</Notice>}
      <div className={styles['choices']}>
        <Button size="small" icon={<Replace aria-hidden />} onClick={() => setOpen('replace')}>
          Replace File…
        </Button>
        {hasEarlier && (
          <Button size="small" icon={<History aria-hidden />} onClick={() => setOpen('earlier')}>
            Earlier Version…
          </Button>
        )}
      </div>
      <Suspense>
        {open === 'replace' && <ReplaceFilesDialog photos={[photo]} onClose={close} />}
        {open === 'earlier' && <EarlierVersionDialog photo={photo} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** Returns the action that replaces the files of selected photos, and its dialog. */
export function useReplaceSelected(selected: readonly Photo[]) {
  const [isOpen, setOpen] = useState(false)
  return {
    replace: () => setOpen(true),
    dialog: <Suspense>{isOpen && <ReplaceFilesDialog photos={selected} onClose={() => setOpen(false)} />}</Suspense>,
  }
}

type Props = { selected: readonly Photo[]; className?: string | undefined }

export function ReplaceSelected({ selected, className }: Props) {
  const { replace, dialog } = useReplaceSelected(selected)
  return (
    <>
      <Button className={className} icon={<Replace aria-hidden />} disabled={selected.length === 0} onClick={replace}>
        Replace Files
      </Button>
      {dialog}
    </>
  )
}
