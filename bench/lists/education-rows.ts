const HEADING =
  'Client Code,Client Model,Campus Code,Campus Name,Address,City,State,ZIP,Program Code,Program Name,Degree Level,Modality,Subject Area,CIP Code,Length Months,Start Dates,Landing URL';
const CAMPUSES = 200;

/** A file of so many programs of a client, on two hundred campuses. */
export const educationFile = ({
  clientCode,
  rows,
  nameOf = (index) => `Program ${index}`,
  degreeOf = () => 'Bachelor',
}: {
  clientCode: string;
  rows: number;
  nameOf?: (index: number) => string;
  degreeOf?: (index: number) => string;
}): FormData => {
  const lineOf = (_: unknown, index: number): string => {
    const campus = `K${index % CAMPUSES}`;
    return `${clientCode},Ground,${campus},Campus ${campus},1 Main Street,Austin,TX,78701,P${index},${nameOf(index)},${degreeOf(index)},Campus,Nursing,51.3801,48,2026-09-01;2027-01-11,https://school.example/p${index}`;
  };
  const form = new FormData();
  form.set('file', new File([[HEADING, ...Array.from({ length: rows }, lineOf)].join('\n')], 'education.csv'));
  return form;
};
