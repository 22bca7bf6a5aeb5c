/** Takes the room of table rows that are not in the page. */
export function SpacerRow({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={columns} className="p-0" style={{ height }} />
    </tr>
  );
}
