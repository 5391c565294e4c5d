// Declares the routes of files: upload and download.
import { UPLOADED } from '../system-answers.ts'
import { Readable } from 'node:stream'
import { FILE_PART, FILES_PATH, IMAGE_TYPES, SMALL_WIDTHS } from '#shared/fields/file.ts'
import { counted } from '../../auth/rate-limit/limit-requests.ts'
import { readContent, readFile, readSmallPicture } from '../../records/files/read-file.ts'
import { mayUpload, requireUploads } from '../../records/files/may-upload.ts'
import { uploadFile } from '../../records/files/upload-file.ts'
import { refused } from '../../policy/refused.ts'
import { FILE_HEADERS } from '../../web/csp-headers.ts'
import { admitsRange, findKnownTag } from '../response/etag.ts'
import { jsonResponse } from '../response/response.ts'
import type { ApiResponse } from '../response/response.ts'
import { streamResponse } from '../response/stream-response.ts'
import { oneOf } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { readByteRange } from './byte-range.ts'
import { contentDisposition } from './content-disposition.ts'
import { readMultipart } from './read-multipart.ts'

/** A slow line sends 10 MB in some minutes. */
const TRANSFER_MILLISECONDS = 10 * 60_000

const UPLOAD = defineRoute({
  method: 'POST',
  path: FILES_PATH,
  id: 'upload_file',
  response: { schema: UPLOADED },
  status: 201,
  tag: 'Files',
  summary: 'Upload a file; then a field of a record, or an input, takes it by its id',
  filePart: FILE_PART,
  isOffered: ({ running, actor }) => mayUpload(running, actor),
  time: { body: TRANSFER_MILLISECONDS, response: TRANSFER_MILLISECONDS },
  handle: async (dependencies, { actorContext, request, running, caller, address }) => {
    // Before anything of it is read.
    requireUploads(running, actorContext.actor)
    const by = counted(caller, address)
    return dependencies.uploads.run(by, async () => {
      const sent = await readMultipart(request, TRANSFER_MILLISECONDS)
      const file = await uploadFile(dependencies, actorContext, { ...sent, by })
      return jsonResponse(201, file, ['Location', file.url])
    })
  },
})

const DOWNLOAD = defineRoute({
  method: 'GET',
  path: `${FILES_PATH}/:file`,
  id: 'download_file',
  status: 200,
  tag: 'Files',
  summary: 'Download a file, if you may read the field that holds it',
  query: {
    width: {
      ...oneOf(...SMALL_WIDTHS),
      description: 'Of a picture a small one (WebP), at most so many pixels wide and high',
    },
  },
  response: { type: 'application/octet-stream', schema: { type: 'string', format: 'binary' } },
  otherResponses: {
    206: {
      description: 'A part of it',
      type: 'application/octet-stream',
      schema: { type: 'string', format: 'binary' },
    },
    304: { description: 'As the caller has it' },
  },
  headers: [
    { name: 'Range', description: 'Bytes that are wanted (RFC 9110): "bytes=0-1023"', schema: { type: 'string' } },
    { name: 'If-Range', description: 'The ETag of what the caller has a part of', schema: { type: 'string' } },
    { name: 'If-None-Match', description: 'The ETag of what the caller has', schema: { type: 'string' } },
  ],
  streams: true,
  time: { response: TRANSFER_MILLISECONDS },
  handle: async (dependencies, context, { parameters: { file: id }, query: { width } }) => {
    const { actorContext, request, caller, address } = context
    const file = await readFile(dependencies, actorContext, id)
    if (width !== undefined && !IMAGE_TYPES.has(file.type)) throw refused('bad_request', NO_PICTURE)
    const tag = `"${file.id}${width === undefined ? '' : `-${width}`}"`
    const headers = ['ETag', tag, 'Accept-Ranges', 'bytes']
    const known = findKnownTag(request.headers['if-none-match'], tag)
    if (known !== undefined) return { status: 304, headers: ['ETag', known], security: FILE_HEADERS }
    const by = counted(caller, address)
    const small =
      width === undefined
        ? undefined
        : await readSmallPicture(dependencies, actorContext, file, { by, width: Number(width) })
    if (small) return sendSmallPicture(small, tag)
    // Only of a GET can a part be sent (RFC 9110, 14.2).
    const isPart = request.method !== 'HEAD' && admitsRange(request.headers['if-range'], tag)
    const range = isPart ? readByteRange(request.headers.range, file.size) : undefined
    if (range === 'unsatisfiable') throw refused('range_unsatisfiable', { size: file.size }, { size: file.size })
    const { start, end } = range ?? { start: 0, end: file.size - 1 }
    const content = readContent(dependencies, file, { start, end })
    // A picture runs nothing; everything else is only ever saved.
    const how = IMAGE_TYPES.has(file.type) ? 'inline' : 'attachment'
    const answer = await streamResponse(file.type, content, [
      ...headers,
      ...['Content-Disposition', contentDisposition(file.name, how)],
      ...(range === undefined ? [] : ['Content-Range', `bytes ${start}-${end}/${file.size}`]),
    ])
    const whole: ApiResponse = { ...answer, length: end - start + 1, security: FILE_HEADERS }
    return range === undefined ? whole : { ...whole, status: 206 }
  },
})

async function sendSmallPicture(picture: Uint8Array, tag: string): Promise<ApiResponse> {
  const answer = await streamResponse('image/webp', Readable.from([picture]), ['ETag', tag])
  return { ...answer, length: picture.length, security: FILE_HEADERS }
}

const NO_PICTURE = {
  parameter: 'width',
  expected: { says: { en: 'left out: this file is no picture', de: 'nichts: Diese Datei ist kein Bild' } },
}

export const FILE_ROUTES: readonly ApiRoute[] = [UPLOAD, DOWNLOAD]
