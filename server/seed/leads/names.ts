/** Common names in random combinations: no real people. */
export const FIRST_NAMES = `
Aaliyah Aaron Adriana Alan Alexis Alicia Amber Andre Angela Anthony Ashley Austin Brandon Brenda Brianna Bryan Caitlin Carlos
Carmen Cedric Chantel Chloe Christina Claudia Cody Crystal Damon Daniela Darius Deborah Derek Diego Dominique Edgar Elena Elijah
Emily Eric Erica Fernando Gabriela Gavin Grace Hannah Hector Imani Isaiah Jada Jamal Jasmine Javier Jenna Jeremy Jessica Jordan
Jorge Joshua Julia Kayla Keisha Kelvin Kimberly Kyle Latoya Leah Leon Linda Logan Lucas Luis Malik Marcus Maria Mariah Mark Megan
Melissa Miguel Monica Nathan Nicole Noah Olivia Omar Patrice Paul Quinn Rachel Raul Rebecca Ricardo Robin Ryan Samantha Sara Sean
Shanice Sierra Sofia Stephen Tamara Tanya Terrence Tiffany Trevor Tyler Valerie Vanessa Victor Wesley Yolanda Zachary`
  .trim()
  .split(/\s+/);

export const LAST_NAMES = `
Adams Aguilar Alvarez Anderson Bailey Baker Barnes Bennett Brooks Brown Bryant Butler Campbell Carter Castillo Chavez Clark Coleman
Collins Cook Cooper Cox Cruz Davis Delgado Diaz Edwards Ellis Evans Fisher Flores Ford Foster Freeman Garcia Gibson Gomez Gonzalez
Gordon Graham Gray Green Griffin Gutierrez Hall Hamilton Harris Harrison Hayes Henderson Hernandez Hill Holmes Howard Hughes Jackson
James Jenkins Johnson Jones Jordan Kelly Kennedy King Lee Lewis Long Lopez Marshall Martin Martinez Mason Mitchell Moore Morales
Morgan Morris Munoz Murphy Murray Myers Nelson Nguyen Ortiz Owens Parker Patel Patterson Perez Perry Peterson Phillips Powell Price
Ramirez Reed Reyes Reynolds Richardson Rivera Roberts Robinson Rodriguez Rogers Romero Ross Russell Sanchez Sanders Scott Shaw
Simmons Simpson Smith Stevens Stewart Sullivan Taylor Thomas Thompson Torres Tran Tucker Turner Vargas Vasquez Wallace Ward Warren
Washington Watson Webb Wells West White Williams Wilson Wood Woods Wright Young`
  .trim()
  .split(/\s+/);

/** Names typed by people who want to continue without being called. */
export const INVENTED_NAMES: readonly (readonly [string, string])[] = [
  ['Asdf', 'Qwerty'],
  ['Nobody', 'None'],
  ['Test', 'Testing'],
  ['Mickey', 'Mouse'],
  ['Xxx', 'Abcd'],
  ['Santa', 'Claus'],
];

export const STREETS =
  'Maple Oak Cedar Pine Elm Walnut Birch Main Park Lake Hill Washington Lincoln Jackson Madison Church Mill River Spring Sunset'.split(
    ' ',
  );
export const STREET_KINDS = ['Street', 'Avenue', 'Road', 'Drive', 'Lane', 'Court', 'Boulevard'];
