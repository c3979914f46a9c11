/** RGB codes, rows top to bottom: three bytes a pixel. */
export interface Picture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** The result of a task: plain data, and pixels in a separate field. */
export interface TaskResult<Value> {
  value: Value;
  picture: Picture | null;
}
