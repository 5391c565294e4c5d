// Creates the response with a new link: its path, and its full URL where that is known.
import type { ApiResponse } from '../response/response.ts'
import { jsonResponse } from '../response/response.ts'

export function linkResponse(
  { publicUrl }: { readonly publicUrl: string | undefined },
  made: { readonly path: string },
): ApiResponse {
  return jsonResponse(201, { ...made, ...(publicUrl === undefined ? {} : { link: publicUrl + made.path }) })
}
