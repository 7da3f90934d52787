import { formatBytes, MAX_CAPTION, MAX_TITLE } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { formatDateTime } from '../../../lib/format/dates.ts'
import type { Photo } from '../../../domain/photos/photo.ts'
import { FileVersions } from '../../replacing/file-versions.tsx'
import { InlineText } from './inline-text.tsx'
import { saveTags, saveText } from '../../../domain/photos/photo-edit.actions.ts'
import styles from './photo-info.module.css'
import { PhotoTags } from './photo-tags.tsx'

function Details({ photo }: { photo: Photo }) {
  const { original_filename, original_format, size, width, height, created_at, filename, sent_by } = photo
  return (
    <>
      <dl className={styles['details']}>
        <dt>File</dt>
        <dd>{original_filename}</dd>
        <dt>Format</dt>
        <dd>
          {original_format}, {formatBytes(size)}
        </dd>
        {width && height && (
          <>
            <dt>Size</dt>
            <dd>
              {width} × {height}
            </dd>
          </>
        )}
        <dt>Uploaded</dt>
        <dd>{formatDateTime(created_at)}</dd>
        {sent_by && (
          <>
            <dt>From</dt>
            <dd>{sent_by}</dd>
          </>
        )}
      </dl>
      <a
        href={`/media/originals/${encodeURIComponent(filename)}`}
        download={original_filename}
        className={styles['download']}
      >
        <Download aria-hidden />
        Download original
      </a>
    </>
  )
}

/** L-LB-02, L-LB-09, L-LB-11, L-LB-12: the details of the photo, with their editors. */
export function PhotoInfo({ photo }: { photo: Photo }) {
  return (
    <section aria-label="Info" className={styles['info']}>
      <h2 className={styles['title']}>
        <InlineText
          key={`title ${photo.id}`}
          name="title"
          value={photo.title}
          placeholder="Add a title"
          maxLength={MAX_TITLE}
          onSave={title => void saveText(photo, { title })}
        />
      </h2>
      <InlineText
        key={`caption ${photo.id}`}
        name="caption"
        value={photo.caption}
        placeholder="Add a caption"
        maxLength={MAX_CAPTION}
        isLong
        onSave={caption => void saveText(photo, { caption })}
      />
      <PhotoTags key={`tags ${photo.id}`} tags={photo.tags} onChange={labels => void saveTags(photo, labels)} />
      <Details photo={photo} />
      <FileVersions key={`file ${photo.id}`} photo={photo} />
    </section>
  )
}
