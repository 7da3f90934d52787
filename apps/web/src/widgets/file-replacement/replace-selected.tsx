import { Replace } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import type { Photo } from '../../domain/photos/photo.ts'

const ReplaceFilesDialog = lazy(async () => ({
  default: (await import('./replace-files.dialog.tsx')).ReplaceFilesDialog,
}))

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
